import { useTestApi } from '@laurel/support/hooks';
import {
  anotherCode,
  authenticatorCode,
  logIn,
  mailedCode,
  mailsTo,
  newPerson,
  proveMailbox,
  refusalOf,
  register,
  setupOf,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';

const api = useTestApi({ LIMITS_LOGIN_NETWORK_QUARTER: '10000' });

const UNVERIFIED = 'Please verify your email using the verification code sent to you';

describe('POST /users/login', () => {
  it('ER-03 distinguishes an unknown login from a wrong password', async () => {
    const ada = newPerson();
    await register(api, ada);
    expect(refusalOf(await logIn(api, newPerson()))).toMatchObject({
      status: 404,
      code: 'login.unknown',
      errors: ['No user with this email or phone number'],
    });
    expect(refusalOf(await logIn(api, { ...ada, password: 'Secret2!' }))).toMatchObject({
      status: 401,
      code: 'login.wrong_password',
      errors: ['Incorrect password'],
    });
  });

  it('LG-03 US-02 returns no token before the mailbox is proven, but the request id of the code that was sent', async () => {
    const ada = newPerson();
    const requestId = await register(api, ada);
    const refusal = refusalOf(await logIn(api, ada));
    expect(refusal).toMatchObject({ status: 403, code: 'login.email_unverified', errors: [UNVERIFIED] });
    expect(refusal.data).toEqual({ code: requestId });
    expect(await mailsTo(api, ada.email)).toHaveLength(1);
    const code = await mailedCode(api, ada.email);
    const verified = await api.post('/users/verify-email', { requestId, code });
    expect(verified.statusCode).toBe(200);
  });

  it('LG-03 keeps the count of tries of the code that was sent', async () => {
    const ada = newPerson();
    const requestId = await register(api, ada);
    const code = await mailedCode(api, ada.email);
    const verify = (id: unknown, typed: string) => api.post('/users/verify-email', { requestId: id, code: typed });
    for (let each = 0; each < 4; each += 1) await verify(requestId, anotherCode(code));
    expect(refusalOf(await logIn(api, ada)).data?.code).toBe(requestId);
    expect(refusalOf(await verify(requestId, anotherCode(code))).code).toBe('email_code.wrong');
    expect(refusalOf(await verify(requestId, code)).code).toBe('email_code.expired');
  });

  it('LG-03 sends a new code after the last one has expired', async () => {
    const ada = newPerson();
    await register(api, ada);
    expect(await mailsTo(api, ada.email)).toHaveLength(1);
    api.clock.advance(EMAIL_CODE_TTL_MS);
    const requestId = refusalOf(await logIn(api, ada)).data?.code;
    expect(await mailsTo(api, ada.email)).toHaveLength(2);
    const code = await mailedCode(api, ada.email);
    expect((await api.post('/users/verify-email', { requestId, code })).statusCode).toBe(200);
  });

  it('LG-02 ER-03 US-02 requires the setup of two-factor, and shows the same secret until it is confirmed', async () => {
    const ada = newPerson();
    const { qrCode, setupCookie: cookie } = await proveMailbox(api, ada);
    const answers = [await logIn(api, ada, { headers: { cookie } }), await logIn(api, ada, { headers: { cookie } })];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        success: true,
        message: 'You need to set up two-factor authentication',
        metadata: { action: 'link_google_authenticator' },
        data: { requestKey: expect.stringMatching(/^[\w-]{22}$/), qrCode },
      });
    }
    const { requestKey } = setupOf(answers[0] ?? expect.fail());
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    expect((await api.post('/users/verify-otp', { requestKey, otpCode })).statusCode).toBe(200);
  });

  it('US-02 requires the second factor on an unknown device, then returns a token', async () => {
    const ada = newPerson();
    const { qrCode } = await signUp(api, ada);
    const answer = await logIn(api, ada);
    expect(answer.json()).toEqual({
      success: true,
      message: 'Enter the code from your authenticator app',
      metadata: { action: 'verify_otp' },
      data: { requestKey: expect.stringMatching(/^[\w-]{22}$/) },
    });
    expect(answer.cookies).toEqual([]);
    const { requestKey } = answer.json().data;
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const token = tokenOf(await api.post('/users/verify-otp', { requestKey, otpCode }));
    expect((await api.get('/users/info', { token })).statusCode).toBe(200);
  });

  it('AP-02 LG-09 returns the token and the user on a known device', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const answer = await logIn(api, ada, { headers: { cookie } });
    const { name, email, phoneNumber } = ada;
    expect(answer.json()).toEqual({
      success: true,
      data: { token: expect.any(String), user: { name, email, phoneNumber } },
    });
    expect((await api.get('/users/info', { token: tokenOf(answer) })).statusCode).toBe(200);
  });

  it('accepts any spelling of the address, and the phone number', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    const logins = [ada.email.toUpperCase(), ada.email.replace('@', '+x@'), ada.phoneNumber, ada.phoneNumber.slice(1)];
    for (const login of logins) {
      const answer = await api.post('/users/login', { login: ` ${login} `, password: ` ${ada.password} ` });
      expect(answer.json()).toMatchObject({ metadata: { action: 'verify_otp' } });
    }
  });

  it('I18-03 stores the language of a login', async () => {
    const [unverified, ada] = [newPerson(), newPerson()];
    await register(api, unverified);
    await signUp(api, ada);
    for (const { email, password } of [unverified, ada]) {
      const language = async () => (await api.deps.db.account.findFirstOrThrow({ where: { email } })).language;
      expect(await language()).toBe('en');
      await logIn(api, { email, password: 'Wrong1!x' }, { headers: { 'accept-language': 'uk' } });
      expect(await language()).toBe('en');
      await logIn(api, { email, password }, { headers: { 'accept-language': 'uk' } });
      expect(await language()).toBe('uk');
    }
  });

  it('RO-03 stores the declared and the observed client data of every login', async () => {
    const [unverified, ada] = [newPerson(), newPerson()];
    await register(api, unverified);
    await signUp(api, ada);
    const headers = { 'x-client-ip': '10.0.0.1', 'x-client-user-agent': 'Test/1', 'x-time-zone': 'Europe/Kyiv' };
    for (const person of [unverified, ada]) {
      await logIn(api, person, { ip: '203.0.113.77', headers });
      await logIn(api, { ...person, password: 'Wrong1!x' }, { ip: '203.0.113.77', headers });
      const hints = await api.deps.db.$queryRaw<unknown[]>`
        SELECT host(h.observed_ip) AS observed, h.declared_ip, h.user_agent, h.time_zone, h.created_at
          FROM client_hints h JOIN accounts a ON a.id = h.account_id
         WHERE a.email = ${person.email} AND h.event = 'login'`;
      const declared = { declared_ip: '10.0.0.1', user_agent: 'Test/1', time_zone: 'Europe/Kyiv' };
      expect(hints).toEqual([{ observed: '203.0.113.77', ...declared, created_at: api.clock.now() }]);
    }
    await logIn(api, ada);
    expect(await api.deps.db.clientHint.count({ where: { account: { email: ada.email }, userAgent: null } })).toBe(4);
  });

  it('VA-11 refuses a body with wrong fields with a message for each', async () => {
    const body = { login: 17 };
    const fields = { login: 'This field is required', password: 'This field is required' };
    expect(refusalOf(await api.post('/users/login', body))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      metadata: { fields },
    });
  });

  it.each(['ada', '@', 'a@b', '+', "' OR 1=1 --", '%', '💐@example.org', 'ada@aא.org', '0'.repeat(254)])(
    'VA-11 finds no account for the login %j',
    async (login) => {
      expect(refusalOf(await api.post('/users/login', { login, password: 'Secret1!' })).code).toBe('login.unknown');
    },
  );

  it('treats any password up to 200 characters as a wrong one', async () => {
    const ada = newPerson();
    await register(api, ada);
    for (const password of ['x', '\u0000', 'x'.repeat(200), '💐']) {
      expect(refusalOf(await logIn(api, { ...ada, password })).code).toBe('login.wrong_password');
    }
  });
});
