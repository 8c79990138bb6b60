import { useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  countStatus,
  deviceCookieOf,
  logIn,
  newPerson,
  type Person,
  refusalOf,
  register,
  resetPassword,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const QUARTER_MS = 15 * 60_000;

const api = useTestApi({ LIMITS_LOGIN_NETWORK_QUARTER: '30' });

const guess = (person: Person, ip: string, index = 0) =>
  logIn(
    api,
    { ...person, password: `Wrong${index}!x` },
    { ip, headers: { 'x-client-ip': `203.0.113.${index % 250}` } },
  );
/** Uses up the ten wrong passwords. */
const tenTimes = async (guessOnce: () => Promise<{ statusCode: number }>): Promise<void> => {
  for (let times = 0; times < 10; times += 1) expect((await guessOnce()).statusCode).toBe(401);
};

describe('wrong passwords', () => {
  it('RO-03 are compared ten times in 15 minutes for one account, from any number of networks at once', async () => {
    // This test fails (100 compared) with the counter read before and charged after the comparison.
    const ada = newPerson();
    await register(api, ada);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_each, index) => guess(ada, `198.51.100.${index % 20}`, index)),
    );
    expect(countStatus(answers, 401)).toBe(10);
    expect(countStatus(answers, 429)).toBe(90);
    const refused = await guess(ada, '198.51.100.30');
    expect(refusalOf(refused).code).toBe('limit.exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('block the right password too, for 15 minutes', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    const right = () => logIn(api, ada, { ip: '198.51.100.42' });
    await tenTimes(() => guess(ada, '198.51.100.41'));
    expect((await right()).statusCode).toBe(429);
    api.clock.advance(QUARTER_MS);
    expect((await right()).statusCode).toBe(200);
  });

  it('are forgotten after a password reset, also those of a known browser', async () => {
    const ada = newPerson();
    const { cookie, qrCode } = await signUp(api, ada);
    const ip = '198.51.100.60';
    const known = (person: Person, device: string) => logIn(api, person, { ip, headers: { cookie: device } });
    await tenTimes(() => known({ ...ada, password: 'Wrong1!x' }, cookie));
    expect((await known(ada, cookie)).statusCode).toBe(429);
    const renewed = await resetPassword(api, ada);
    // After the second factor the browser is known again, with a new counter.
    const { requestKey } = (await logIn(api, renewed, { ip })).json().data;
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const device = deviceCookieOf(await api.post('/users/verify-otp', { requestKey, otpCode }));
    expect((await known(renewed, device)).statusCode).toBe(200);
  });

  it('with the number are forgotten after a password reset too', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    const { phoneNumber: login } = ada;
    const byNumber = (password: string) => api.post('/users/login', { login, password }, { ip: '198.51.100.61' });
    await tenTimes(() => byNumber('Wrong1!x'));
    expect((await byNumber(ada.password)).statusCode).toBe(429);
    const { password } = await resetPassword(api, ada);
    expect((await byNumber(password)).statusCode).toBe(200);
  });

  it('from unknown browsers do not block a known browser', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    await tenTimes(() => guess(ada, '198.51.100.43'));
    expect((await guess(ada, '198.51.100.44')).statusCode).toBe(429);
    expect(tokenOf(await logIn(api, ada, { headers: { cookie }, ip: '198.51.100.45' }))).toBeTruthy();
  });

  it('from a browser whose device cookie has expired count as from an unknown one', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    api.clock.advance(90 * 24 * 60 * 60_000);
    const wrong = { ...ada, password: 'Wrong1!x' };
    await tenTimes(() => logIn(api, wrong, { headers: { cookie }, ip: '198.51.100.48' }));
    expect((await logIn(api, ada, { ip: '198.51.100.49' })).statusCode).toBe(429);
  });

  it('from a known browser are compared ten times too, however many arrive at once', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const wrong = { ...ada, password: 'Wrong1!x' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_each, index) =>
        logIn(api, wrong, { headers: { cookie }, ip: `198.51.100.${100 + index}` }),
      ),
    );
    expect([countStatus(answers, 401), countStatus(answers, 429)]).toEqual([10, 30]);
    // A browser with another account's cookie is not known.
    const { cookie: other } = await signUp(api, newPerson());
    await tenTimes(() => logIn(api, wrong, { headers: { cookie: other }, ip: '198.51.100.46' }));
    expect((await logIn(api, ada, { headers: { cookie: other }, ip: '198.51.100.47' })).statusCode).toBe(429);
  });

  it('of one network are limited over all accounts, unknown logins included', async () => {
    const [ip, elsewhere] = ['198.51.100.50', '198.51.100.51'];
    const ada = newPerson();
    await register(api, ada);
    const answers = await Promise.all(Array.from({ length: 60 }, () => guess(newPerson(), ip)));
    expect(countStatus(answers, 404)).toBe(30);
    expect(countStatus(answers, 429)).toBe(30);
    expect((await logIn(api, ada, { ip })).statusCode).toBe(429);
    expect((await logIn(api, ada, { ip: elsewhere })).statusCode).toBe(403);
    api.clock.advance(QUARTER_MS);
    expect((await logIn(api, ada, { ip })).statusCode).toBe(403);
  });

  it('do not charge the network while the account is blocked', async () => {
    const [ip, ada, grace] = ['198.51.100.60', newPerson(), newPerson()];
    await Promise.all([ada, grace].map((each) => register(api, each)));
    for (let index = 0; index < 60; index += 1) await guess(ada, ip, index);
    for (let index = 0; index < 9; index += 1) expect((await guess(grace, ip, index)).statusCode).toBe(401);
  });
});

describe('right passwords', () => {
  it('get their charge back', async () => {
    const ada = newPerson();
    await register(api, ada);
    for (let index = 0; index < 40; index += 1) {
      expect((await logIn(api, ada, { ip: '198.51.100.70' })).statusCode).toBe(403);
    }
    await tenTimes(() => guess(ada, '198.51.100.71'));
  });

  it('get their charge back if the account is suspended', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: ada.email } });
    const organiser = { actor: 'olena', reason: 'ticket 12' };
    expect(await api.deps.support.suspend({ id, organiser, now: api.clock.now() })).toBe(true);
    for (let index = 0; index < 12; index += 1) {
      expect(refusalOf(await logIn(api, ada, { ip: '198.51.100.72' })).code).toBe('login.suspended');
    }
  });
});
