import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { forgotPassword, newPerson, signUp } from '@laurel/support/people';
import { expect, it } from 'vitest';

const api = useTestApi();
const [one, other] = [useOwner(api), useOwner(api)];

const waiting = () => countWaiting(api.deps.pool);

// This test fails (40P01) if the transaction does not run again.
it('an erasure that PostgreSQL ends as part of a deadlock is made again', async () => {
  const ada = newPerson();
  await signUp(api, ada);
  await forgotPassword(api, ada);
  const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: ada.email } });
  for (const each of [one, other]) await each.query('BEGIN');
  // The backend that looks for a deadlock ends. It is that of the erasure.
  await other.query("SET LOCAL deadlock_timeout = '1h'");
  await one.query('SELECT FROM sessions WHERE account_id = $1 FOR UPDATE', [id]);
  await other.query('SELECT FROM challenges WHERE account_id = $1 FOR UPDATE', [id]);

  const organiser = { actor: 'olena', reason: 'asked' };
  // The erasure holds the lock on the account, and waits for its sessions.
  const erased = api.deps.support.erase({ id, organiser, now: api.clock.now() });
  await expect.poll(waiting).toBe(1);
  const locked = other.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  await expect.poll(waiting).toBe(2);
  await one.query('COMMIT');
  await locked;
  await other.query('COMMIT');
  expect(await erased).toBe('erased');
});
