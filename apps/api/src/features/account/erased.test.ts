import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { logIn, mailsTo, newPerson, refusalOf, register, signUp } from '@laurel/support/people';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);

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
