import { setTimeout as sleep } from 'node:timers/promises';
import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { forgotPassword, newPerson, signUp } from '@laurel/support/people';
import { expect, it } from 'vitest';

const api = useTestApi();
const [one, other] = [useOwner(api), useOwner(api)];

const waiting = () => countWaiting(api.deps.pool);

// Known to fail (40P01) without the transaction that runs again.
it('an erasure that PostgreSQL ends as part of a deadlock is made again', async () => {
  const ada = newPerson();
  await signUp(api, ada);
  await forgotPassword(api, ada);
  const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: ada.email } });
  const { rows } = await one.query<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  for (const each of [one, other]) await each.query('BEGIN');
  await one.query('SELECT FROM sessions WHERE account_id = $1 FOR UPDATE', [id]);
  await other.query('SELECT FROM challenges WHERE account_id = $1 FOR UPDATE', [id]);

  const organiser = { actor: 'olena', reason: 'asked' };
  // It holds the account, and waits for its sessions.
  const erased = api.deps.support.erase({ id, organiser, now: api.clock.now() });
  await expect.poll(waiting).toBe(1);
  const locked = other.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  await expect.poll(waiting).toBe(2);
  // A process looks once for a deadlock, after this time: the erasure will be the one that finds it.
  await sleep((rows[0]?.ms ?? 0) + 500);
  await one.query('COMMIT');
  await locked;
  await other.query('COMMIT');
  expect(await erased).toBe('erased');
});
