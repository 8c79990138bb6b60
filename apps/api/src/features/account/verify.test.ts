import { useTestApi } from '@laurel/support/hooks';
import {
  anotherCode,
  authenticatorCode,
  handleOf,
  mailedCode,
  newPerson,
  type Person,
  refusalOf,
  register,
  setupOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';

const api = useTestApi();

/** The setup cookie of a browser. */
const cookie = 'laurel_setup=q0Vb3v1xJ8mBq7nZ2bWc4A';
const verify = (requestId: unknown, code: unknown) =>
  api.post('/users/verify-email', { requestId, code }, { headers: { cookie } });
const accountOf = (person: Person) => api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
const begin = async () => {
  const person = newPerson();
  const requestId = await register(api, person);
  return { person, requestId, code: await mailedCode(api, person.email) };
};

const EXPIRED = { status: 410, code: 'email_code.expired', errors: ['Verification code is invalid or has expired'] };
const WRONG = { status: 400, code: 'email_code.wrong', errors: ['The verification code provided is incorrect'] };

describe('POST /users/verify-email', () => {
  it('AP-03 LG-02 proves the mailbox and begins the setup of two-factor', async () => {
    const { person, requestId, code } = await begin();
    const answer = await verify(requestId, code);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        success: true,
        message: 'You need to set up two-factor authentication',
        metadata: { action: 'link_google_authenticator' },
        data: {
          requestKey: expect.stringMatching(/^[\w-]{22}$/),
          qrCode: expect.stringMatching(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]+/),
        },
      },
    ]);
    expect((await accountOf(person)).emailVerifiedAt).toEqual(api.clock.now());
  });

  it('RO-03 stores the declared and the observed client data', async () => {
    const { person, requestId, code } = await begin();
    const options = { ip: '203.0.113.5', headers: { 'x-client-ip': '10.9.8.7' } };
    await api.post('/users/verify-email', { requestId, code }, options);
    const [hint] = await api.deps.db.$queryRaw<unknown[]>`
      SELECT host(h.observed_ip) AS observed, h.declared_ip AS declared
        FROM client_hints h JOIN accounts a ON a.id = h.account_id
       WHERE a.email = ${person.email} AND h.event = 'verify_email'`;
    expect(hint).toEqual({ observed: '203.0.113.5', declared: '10.9.8.7' });
  });

  it('ER-04 refuses a wrong, a spent, an expired and an unknown code, and proves nothing', async () => {
    const [spent, old] = [await begin(), await begin()];
    for (let each = 0; each < 5; each += 1) {
      expect(refusalOf(await verify(spent.requestId, anotherCode(spent.code)))).toMatchObject(WRONG);
    }
    expect(refusalOf(await verify(spent.requestId, spent.code))).toMatchObject(EXPIRED);
    for (const unknown of ['q0Vb3v1xJ8mBq7nZ2bWc4A', 'mangled']) {
      expect(refusalOf(await verify(unknown, old.code))).toMatchObject(EXPIRED);
    }
    api.clock.advance(EMAIL_CODE_TTL_MS);
    expect(refusalOf(await verify(old.requestId, old.code))).toMatchObject(EXPIRED);
    for (const { person } of [spent, old]) expect((await accountOf(person)).emailVerifiedAt).toBeNull();
  });

  it('refuses a code for a new password, and vice versa', async () => {
    const { person, requestId, code } = await begin();
    const forgot = handleOf(await api.post('/users/forgot-password', { login: person.email }));
    const resetCode = await mailedCode(api, person.email);
    expect(refusalOf(await verify(forgot, resetCode))).toMatchObject(EXPIRED);
    const reset = await api.post('/users/reset-password', { requestId, code, password: 'Another2$' });
    expect(refusalOf(reset)).toMatchObject(EXPIRED);
    expect((await verify(requestId, code)).statusCode).toBe(200);
  });

  it('reports a mail that could not be delivered', async () => {
    const { requestId, code, person } = await begin();
    const { id: accountId } = await accountOf(person);
    await api.deps.db.challenge.updateMany({ where: { accountId }, data: { delivery: 'failed' } });
    expect(refusalOf(await verify(requestId, anotherCode(code)))).toMatchObject({
      code: 'email_code.wrong',
      metadata: { delivery: 'failed' },
    });
    api.clock.advance(EMAIL_CODE_TTL_MS);
    expect(refusalOf(await verify(requestId, code))).toMatchObject({
      code: 'email_code.expired',
      metadata: { delivery: 'failed' },
    });
  });
});

describe('the right code sent again', () => {
  it('LG-07 returns new setup data until two-factor is confirmed, then counts as expired', async () => {
    const { requestId, code } = await begin();
    const { requestKey, qrCode } = setupOf(await verify(requestId, code));
    const repeated = await verify(requestId, code);
    expect(refusalOf(repeated)).toMatchObject({
      status: 409,
      code: 'email_code.used',
      errors: ['This email is verified already. Set up two-factor authentication'],
      data: { requestKey: expect.stringMatching(/^[\w-]{22}$/), qrCode },
    });
    const renewed = setupOf(repeated);
    expect(renewed.requestKey).not.toBe(requestKey);
    expect(refusalOf(await verify(requestId, anotherCode(code)))).toMatchObject(EXPIRED);
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const confirmed = await api.post('/users/verify-otp', { requestKey: renewed.requestKey, otpCode });
    expect(confirmed.statusCode).toBe(200);
    const after = refusalOf(await verify(requestId, code));
    expect(after).toMatchObject(EXPIRED);
    expect(after.data).toBeUndefined();
  });

  it('LG-07 expires after 30 minutes', async () => {
    const { requestId, code } = await begin();
    expect((await verify(requestId, code)).statusCode).toBe(200);
    api.clock.advance(EMAIL_CODE_TTL_MS);
    expect(refusalOf(await verify(requestId, code))).toMatchObject(EXPIRED);
  });
});

describe('many answers at once', () => {
  it('LG-07 with the right code succeed once; the others get 409', async () => {
    // This test fails (50 succeed) if a repeated answer counts as the first.
    const { requestId, code } = await begin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(requestId, code)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(new Set(answers.map((each) => setupOf(each).qrCode)).size).toBe(1);
    expect(new Set(answers.map((each) => setupOf(each).requestKey)).size).toBe(50);
  });
});

const required = 'This field is required';
it.each<[string, object, Record<string, string>]>([
  ['/users/login', { login: 17 }, { login: required, password: required }],
  ...['/users/resend-email-code', '/users/forgot-password'].flatMap((path) =>
    [{}, { login: '' }, { login: 7 }].map(
      (body) => [path, body, { login: required }] as [string, object, { login: string }],
    ),
  ),
  ['/users/verify-email', { code: '12345' }, { requestId: required, code: 'Code must contain 6 digits' }],
])('VA-07 VA-11 POST %s refuses the body %j with a message for each wrong field', async (path, body, fields) => {
  expect(refusalOf(await api.post(path, body))).toMatchObject({
    status: 400,
    code: 'request.invalid',
    metadata: { fields },
  });
});
