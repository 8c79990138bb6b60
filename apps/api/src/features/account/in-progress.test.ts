import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import {
  clientAt,
  logIn,
  mailsTo,
  newPerson,
  type Person,
  refusalOf,
  register,
  resetPassword,
  signUp,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../crypto/password.ts';
import { newHandle } from '../../crypto/random.ts';
import { createLogin } from './login.service.ts';

const api = useTestApi();
const owner = useOwner(api);

/** Creates a login that calls `happens` right after the comparison of the password. */
const loginWith = (happens: () => Promise<unknown>) => {
  const { findByLogin, mailbox, config, ...deps } = api.deps;
  const passwords = createPasswords({ memoryKiB: 64, passes: 1 });
  return createLogin({
    ...deps,
    rules: config.limits.login,
    passwords: {
      ...passwords,
      verify: async (...args) => {
        const matches = await passwords.verify(...args);
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
  client: clientAt(),
});

const openSessions = (person: Person) =>
  api.deps.db.session.count({ where: { account: { email: person.email }, revokedAt: null } });

describe('a login in progress', () => {
  it('US-02 is refused after a password reset', async () => {
    // This test fails (it returned a request key) with the account locked by its id alone.
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const login = loginWith(() => resetPassword(api, ada));
    const attempt = attemptOf(ada, cookie.split('=')[1]);
    await expect(login.attempt(attempt, api.clock.now())).rejects.toMatchObject({ code: 'login.wrong_password' });
    expect(await openSessions(ada)).toBe(0);
    const keys = { account: { email: ada.email }, kind: 'totp_login' };
    expect(await api.deps.db.challenge.count({ where: keys })).toBe(0);
  });

  it('US-02 reads the state of two-factor after the comparison, not before', async () => {
    const ada = newPerson();
    const { token, cookie } = await signUp(api, ada);
    const { accountId } = api.deps.tokens.verify(token, api.clock.now());
    const organiser = { actor: 'olena', reason: 'lost the phone' };
    const login = loginWith(() => api.deps.support.resetTwoFactor({ id: accountId, organiser, now: api.clock.now() }));
    const result = await login.attempt(attemptOf(ada, cookie.split('=')[1]), api.clock.now());
    expect(result.step).toBe('set_up_two_factor');
    expect(await openSessions(ada)).toBe(0);
  });

  it('refunds its charges if no comparison took place', async () => {
    const ada = newPerson();
    const { token } = await signUp(api, ada);
    const { accountId } = api.deps.tokens.verify(token, api.clock.now());
    const points = async (key: string) => (await api.deps.db.rateLimit.findUnique({ where: { key } }))?.points ?? 0;
    const network = await points('login:network:127.0.0.1');
    const busy = loginWith(() => Promise.reject(new Error('no room')));
    for (let each = 0; each < 12; each += 1) {
      await expect(busy.attempt(attemptOf(ada, undefined), api.clock.now())).rejects.toThrow('no room');
    }
    expect(await points(`login:account:${accountId}`)).toBe(0);
    expect(await points('login:network:127.0.0.1')).toBe(network);
  });
});

const queued = async () => [
  (await owner.query('SELECT FROM messages WHERE account_id IS NOT NULL')).rowCount,
  (await owner.query('SELECT FROM graphile_worker._private_jobs WHERE key IS NOT NULL')).rowCount,
];

const ERASE = `SELECT erase_account(id, decode(repeat('00', 32), 'hex'), now()) FROM accounts WHERE email = $1`;
const DELETE = 'DELETE FROM accounts WHERE email = $1';

/** Returns the answer to a request that waited until the account with an address was erased or deleted. */
const whileGone = async <T>(statement: string, email: string, request: () => Promise<T>): Promise<T> => {
  await owner.query('DELETE FROM messages');
  await owner.query('BEGIN');
  expect((await owner.query(statement, [email])).rowCount).toBe(1);
  const answer = request();
  await expect.poll(() => countWaiting(api.deps.pool)).toBe(1);
  await owner.query('COMMIT');
  return answer;
};

// This test fails without the lock: a mail with the name and the address was queued; after a deletion the answer was
// 500.
it.each([
  ['erased', signUp, ERASE],
  ['deleted', register, DELETE],
] as const)(
  'a person who is %s while they ask for a mail gets none, and the answer is the usual one',
  async (_what, begin, statement) => {
    const ada = newPerson();
    await begin(api, ada);
    const before = await mailsTo(api, ada.email);
    const ask = () => api.post('/users/forgot-password', { login: ada.email });
    const answer = await whileGone(statement, ada.email, ask);
    const unknown = await api.post('/users/forgot-password', { login: newPerson().email });
    expect([answer.statusCode, Object.keys(answer.json().data)]).toEqual([200, Object.keys(unknown.json().data)]);
    expect(await mailsTo(api, ada.email)).toEqual(before);
    expect(await queued()).toEqual([0, 0]);
  },
);

// This test fails without the result of setLanguage: after a deletion the answer was 500, and after an erasure
// client_hints had the person's address.
it.each([
  ['erased', ERASE],
  ['deleted', DELETE],
] as const)(
  'a person who is %s while they log in is unknown, gets no mail, and leaves no data',
  async (_what, statement) => {
    const ada = newPerson();
    await register(api, ada);
    const before = await mailsTo(api, ada.email);
    const login = await whileGone(statement, ada.email, () => logIn(api, ada));
    expect(refusalOf(login).code).toBe('login.unknown');
    const hints = `SELECT FROM client_hints h JOIN accounts a ON a.id = h.account_id WHERE a.erased_at IS NOT NULL`;
    expect((await owner.query(hints)).rowCount).toBe(0);
    expect(await mailsTo(api, ada.email)).toEqual(before);
    expect(await queued()).toEqual([0, 0]);
  },
);
