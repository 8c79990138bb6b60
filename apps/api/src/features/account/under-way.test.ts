import { startTestApi, type TestApi } from '@laurel/support/harness';
import { newPerson, type Person, resetPassword, signUp } from '@laurel/support/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../crypto/password.ts';
import { newHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { createLogin } from './login.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const client: Client = {
  ip: '127.0.0.1',
  network: '127.0.0.1',
  language: 'en',
  declared: { ip: null, userAgent: null, timeZone: null },
};

/** The rules of login, with something that happens just after the password was found right. */
const loginWith = async (happens: () => Promise<unknown>) => {
  const { findByLogin, mailbox, config, ...given } = api.deps;
  const passwords = createPasswords({ memoryKiB: 64, passes: 1 });
  return createLogin({
    ...given,
    rules: config.limits.login,
    passwords: {
      ...passwords,
      verify: async (...ask) => {
        const matches = await passwords.verify(...ask);
        await happens();
        return matches;
      },
    },
    findAccount: findByLogin,
    awaitEmailCode: mailbox.awaitEmailCode,
  });
};

const attemptOf = (person: Person, deviceToken: string | undefined) => ({
  login: person.email,
  password: person.password,
  deviceToken,
  setupToken: newHandle(),
  client,
});

const standing = (person: Person) =>
  api.deps.db.session.count({ where: { account: { email: person.email }, revokedAt: null } });

describe('a login that is under way', () => {
  it('US-02 does not outlive a new password', async () => {
    // Seen to fail (it went on with a request key) with the account held by its id alone.
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const login = await loginWith(() => resetPassword(api, ada));
    const attempt = attemptOf(ada, cookie.split('=')[1]);
    await expect(login.attempt(attempt, api.clock.now())).rejects.toMatchObject({ code: 'login.wrong_password' });
    expect(await standing(ada)).toBe(0);
    const keys = { account: { email: ada.email }, kind: 'totp_login' };
    expect(await api.deps.db.challenge.count({ where: keys })).toBe(0);
  });

  it('US-02 sees two-factor as it stands once the password is held, not as it stood before', async () => {
    const ada = newPerson();
    const { token, cookie } = await signUp(api, ada);
    const { accountId } = api.deps.tokens.verify(token, api.clock.now());
    const login = await loginWith(() =>
      api.deps.transact((tx) => api.deps.twoFactor.reset(tx, accountId, api.clock.now())),
    );
    const result = await login.attempt(attemptOf(ada, cookie.split('=')[1]), api.clock.now());
    expect(result.step).toBe('set_up_two_factor');
    expect(await standing(ada)).toBe(0);
  });

  it('gives its charges back where nothing was compared', async () => {
    const ada = newPerson();
    const { token } = await signUp(api, ada);
    const { accountId } = api.deps.tokens.verify(token, api.clock.now());
    const points = async (key: string) => (await api.deps.db.rateLimit.findUnique({ where: { key } }))?.points ?? 0;
    const network = await points('login:network:127.0.0.1');
    const busy = await loginWith(() => Promise.reject(new Error('no room')));
    for (let each = 0; each < 12; each += 1) {
      await expect(busy.attempt(attemptOf(ada, undefined), api.clock.now())).rejects.toThrow('no room');
    }
    expect(await points(`login:account:${accountId}`)).toBe(0);
    expect(await points('login:network:127.0.0.1')).toBe(network);
  });
});
