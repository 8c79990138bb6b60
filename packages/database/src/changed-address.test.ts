import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { connect, insertVoter, THEN } from './testing-rows.ts';

const { owner, consoleUrl, close } = await openTestDatabase();
afterAll(() => close());

// This test fails (6 changed) without the comparison with p_from in support_change_email().
it('an address is changed once when many people of the team ask at once', async () => {
  const { accountId } = await insertVoter(owner);
  const { rows: before } = await owner.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
    accountId,
  ]);
  const clients = await Promise.all(Array.from({ length: 6 }, () => connect(consoleUrl)));
  const call = 'SELECT outcome FROM support_change_email($1, $2, $3, $4, $4, $5, $6, $7, $8, $6)';
  const answers = await Promise.all(
    clients.map((client) => {
      const to = `${randomUUID()}@example.org`;
      const by = ['Olena (console)', 'ticket 4711'];
      const values = [accountId, before[0]?.email, randomBytes(32), to, randomBytes(32), THEN, ...by];
      return client.query<{ outcome: string }>(call, values);
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  expect(answers.flatMap(({ rows }) => rows)).toEqual([{ outcome: 'changed' }]);
  const { rows: entries } = await owner.query('SELECT detail FROM audit_entries WHERE action = $1', [
    'user.change-email',
  ]);
  expect(entries).toEqual([{ detail: { sessions: 1 } }]);
});
