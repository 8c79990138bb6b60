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
import { firstBallot } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';

const api = useTestApi({ LIMITS_LOGIN_NETWORK_QUARTER: '10000' });

const UNVERIFIED_EMAIL = 'Please verify your email using the verification code sent to you';

const vote = (token?: string) => api.post('/vote', firstBallot(api), token === undefined ? {} : { token });
const votes = () => api.deps.db.vote.count();
const accountIdOf = (token: string) => api.deps.tokens.verify(token, api.clock.now()).accountId;
const hashOf = (text: string) => new Uint8Array(api.deps.fingerprint('phone', text));

const UNVERIFIED_PHONE = 'No phone verification record for this user';
const UNVERIFIED_SOCIAL = 'No social verification record for this user';

describe('POST /users/login', () => {
  it('ER-03 VA-11 distinguishes an unknown login, whatever was typed, from a wrong password', async () => {
    const ada = newPerson();
    await register(api, ada);
    const typed = ['ada', '@', 'a@b', '+', "' OR 1=1 --", '%', '💐@example.org', 'ada@aא.org', '0'.repeat(254)];
    for (const login of [newPerson().email, ...typed]) {
      expect(refusalOf(await api.post('/users/login', { login, password: ada.password })), login).toMatchObject({
        status: 404,
        code: 'login.unknown',
        errors: ['No user with this email or phone number'],
      });
    }
    for (const password of ['Secret2!', 'x', '\u0000', 'x'.repeat(200), '💐']) {
      expect(refusalOf(await logIn(api, { ...ada, password })), password).toMatchObject({
        status: 401,
        code: 'login.wrong_password',
        errors: ['Incorrect password'],
      });
    }
  });

  it('LG-03 US-02 returns no token before the mailbox is proven, but the request id of the code that was sent', async () => {
    const ada = newPerson();
    const requestId = await register(api, ada);
    const refusal = refusalOf(await logIn(api, ada));
    expect(refusal).toMatchObject({ status: 403, code: 'login.email_unverified', errors: [UNVERIFIED_EMAIL] });
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
});

describe('the sign-up journey', () => {
  it('US-01 US-02 AP-01 AP-02 AP-03 AP-04 AP-06 passes through six states, of which only the last may vote', async () => {
    const ada = newPerson();

    // Not logged in.
    expect(refusalOf(await api.get('/users/info')).code).toBe('auth.required');
    expect(refusalOf(await vote()).code).toBe('auth.required');

    // Email unverified.
    const requestId = await register(api, ada);
    expect(refusalOf(await logIn(api, ada))).toMatchObject({
      code: 'login.email_unverified',
      data: { code: requestId },
    });

    // Two-factor not set up.
    const code = await mailedCode(api, ada.email);
    const proven = await api.post('/users/verify-email', { requestId, code });
    expect(proven.json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });
    expect((await logIn(api, ada)).json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });

    // Phone unverified.
    const { requestKey, qrCode } = setupOf(proven);
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const token = tokenOf(await api.post('/users/verify-otp', { requestKey, otpCode }));
    const { name, email, phoneNumber } = ada;
    const info = async () => (await api.get('/users/info', { token })).json();
    const verifications = (phone: boolean, instagram: boolean, telegram: boolean) => [
      { type: 'PHONE', verified: phone },
      { type: 'INSTAGRAM_SUBSCRIPTION', verified: instagram },
      { type: 'TELEGRAM_SUBSCRIPTION', verified: telegram },
    ];
    expect(await info()).toEqual({
      success: true,
      data: { name, email, phoneNumber, verifications: verifications(false, false, false) },
    });
    expect(refusalOf(await vote(token))).toMatchObject({
      status: 403,
      errors: [UNVERIFIED_PHONE, UNVERIFIED_SOCIAL],
      metadata: { phoneVerified: false, socialVerified: false },
    });

    // Social not verified.
    const accountId = accountIdOf(token);
    const verifiedAt = api.clock.now();
    await api.deps.db.phoneVerification.create({ data: { accountId, phoneHash: hashOf(phoneNumber), verifiedAt } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, false));
    expect(refusalOf(await vote(token))).toMatchObject({ status: 403, errors: [UNVERIFIED_SOCIAL] });
    expect(await votes()).toBe(0);

    // Fully verified.
    const provider = 'TELEGRAM_SUBSCRIPTION';
    await api.deps.db.socialLink.create({ data: { accountId, provider, subjectHash: hashOf('ada'), verifiedAt } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, true));
    expect((await vote(token)).statusCode).toBe(201);
    expect(await votes()).toBe(1);

    // A withdrawn verification does not count.
    await api.deps.db.socialLink.updateMany({ where: { accountId }, data: { revokedAt: api.clock.now() } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, false));
  });
});

describe('a visitor', () => {
  it('RO-04 sees the edition and the statistics without a token, and with a bad one', async () => {
    for (const options of [{}, { token: 'x' }]) {
      expect((await api.get('/edition', options)).statusCode).toBe(200);
      expect((await api.get('/vote/statistics', options)).json()).toEqual(expect.any(Array));
    }
  });
});
