import { useTestApi } from '@laurel/support/hooks';
import {
  anotherCode,
  authenticatorCode,
  forgotPassword,
  logIn,
  newPerson,
  type Person,
  refusalOf,
  register,
  setupOf,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';

const api = useTestApi({ LIMITS_MAIL_NETWORK_HOUR: '10000' });

const NEW = 'Another2$';
const reset = (requestId: string, code: string, password = NEW) =>
  api.post('/users/reset-password', { requestId, code, password });
const accountOf = (person: Person) => api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
const canSeeInfo = async (token: string) => (await api.get('/users/info', { token })).statusCode === 200;

const EXPIRED = { status: 410, code: 'email_code.expired', errors: ['Verification code is invalid or has expired'] };

describe('POST /users/reset-password', () => {
  it('US-02 sets the password, ends every session, deletes every device, and keeps two-factor', async () => {
    const ada = newPerson();
    const { token, cookie, qrCode } = await signUp(api, ada);
    const login = await logIn(api, ada, { headers: { cookie } });
    const rotated = login.headers['set-cookie']?.toString().split(';')[0] ?? '';
    const { requestId, code } = await forgotPassword(api, ada);
    expect((await reset(requestId, code)).json()).toEqual({ success: true });

    for (const each of [token, tokenOf(login)]) expect(await canSeeInfo(each)).toBe(false);
    expect(refusalOf(await logIn(api, ada)).code).toBe('login.wrong_password');
    const again = await logIn(api, { ...ada, password: NEW }, { headers: { cookie: rotated } });
    expect(again.json()).toMatchObject({ metadata: { action: 'verify_otp' } });
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const { requestKey } = again.json().data;
    const entered = await api.post('/users/verify-otp', { requestKey, otpCode });
    expect(entered.json()).toMatchObject({ data: { user: { phoneNumber: ada.phoneNumber } } });
    expect(entered.json().data.backupCodes).toBeUndefined();
  });

  it('ER-04 refuses a wrong, spent, expired, repeated or unknown code, and changes nothing', async () => {
    const ada = newPerson();
    const { token } = await signUp(api, ada);
    const first = await forgotPassword(api, ada);
    for (let each = 0; each < 5; each += 1) {
      expect(refusalOf(await reset(first.requestId, anotherCode(first.code)))).toMatchObject({
        status: 400,
        code: 'email_code.wrong',
        errors: ['The verification code provided is incorrect'],
      });
    }
    expect(refusalOf(await reset(first.requestId, first.code))).toMatchObject(EXPIRED);
    const second = await forgotPassword(api, ada);
    api.clock.advance(EMAIL_CODE_TTL_MS);
    expect(refusalOf(await reset(second.requestId, second.code))).toMatchObject(EXPIRED);
    expect(refusalOf(await reset('q0Vb3v1xJ8mBq7nZ2bWc4A', '123456'))).toMatchObject(EXPIRED);
    expect(await canSeeInfo(token)).toBe(true);

    const third = await forgotPassword(api, ada);
    expect((await reset(third.requestId, third.code)).statusCode).toBe(200);
    expect(refusalOf(await reset(third.requestId, third.code, 'Third3!x'))).toMatchObject(EXPIRED);
    expect((await logIn(api, { ...ada, password: NEW })).statusCode).toBe(200);
  });

  it('VA-03 VA-11 refuses a weak password and does not use up the code', async () => {
    const password = 'secret11';
    const message = 'Password must contain an uppercase letter, a lowercase letter, a digit and one of @$!%*?&';
    const ada = newPerson();
    await register(api, ada);
    const { requestId, code } = await forgotPassword(api, ada);
    expect(refusalOf(await reset(requestId, code, password))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      metadata: { fields: { password: message } },
    });
    expect((await reset(requestId, code)).statusCode).toBe(200);
  });
});

describe('a reset of an account whose mailbox was never proven', () => {
  it('gives it to the owner of the mailbox, without the claimed number', async () => {
    const registrant = newPerson();
    await register(api, registrant);
    const { requestId, code } = await forgotPassword(api, registrant);
    expect((await reset(requestId, code)).statusCode).toBe(200);
    expect(await accountOf(registrant)).toMatchObject({ phoneNumber: null, emailVerifiedAt: api.clock.now() });
    expect(refusalOf(await logIn(api, registrant)).code).toBe('login.wrong_password');
    const byPhone = await api.post('/users/login', { login: registrant.phoneNumber, password: NEW });
    expect(refusalOf(byPhone).code).toBe('login.unknown');
    // The number is free again.
    expect((await api.post('/users/register', newPerson({ phoneNumber: registrant.phoneNumber }))).statusCode).toBe(
      201,
    );

    const { requestKey, qrCode } = setupOf(await logIn(api, { ...registrant, password: NEW }));
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const token = tokenOf(await api.post('/users/verify-otp', { requestKey, otpCode }));
    expect((await api.get('/users/info', { token })).json()).toMatchObject({ data: { phoneNumber: null } });
  });

  it('removes the number only once: a second reset keeps a number entered since', async () => {
    const ada = newPerson();
    await register(api, ada);
    const first = await forgotPassword(api, ada);
    await reset(first.requestId, first.code);
    await api.deps.db.account.updateMany({ where: { email: ada.email }, data: { phoneNumber: '+380501234567' } });
    const second = await forgotPassword(api, ada);
    await reset(second.requestId, second.code, ada.password);
    expect((await accountOf(ada)).phoneNumber).toBe('+380501234567');
  });
});
