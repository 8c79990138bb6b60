import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, countWaiting, insertNominees, insertVoter, THEN } from './testing-rows.ts';

const { owner, app, close } = await openTestDatabase();
afterAll(close);
let first: number;
beforeAll(async () => {
  first = (await insertNominees(owner, 1, 1))[0]?.[0] ?? 0;
});

// This test fails without the comparison in cast_votes(): "A" is returned.
it('cast_votes refuses a batch that is older than the session permits, and accepts any age without that setting', async () => {
  const [early, late] = [await insertVoter(owner), await insertVoter(owner)];
  await app.query('BEGIN');
  await app.query(`SET LOCAL laurel.most_delay = '6s'`);
  await expect(castVotes(app, [[late.sessionId, first]])).rejects.toMatchObject({ code: 'LA003' });
  await app.query('ROLLBACK');
  await app.query('BEGIN');
  await app.query(`SET LOCAL laurel.most_delay = '1000 years'`);
  expect(await castVotes(app, [[early.sessionId, first]])).toBe('A');
  await app.query('COMMIT');
  // The setting ended with its transaction.
  expect(await castVotes(app, [[late.sessionId, first]])).toBe('A');
});

// This test fails if the age is compared before the lock is waited for: "A" is returned.
it('cast_votes refuses a batch that got too old while it waited for the lock of stop_ballots()', async () => {
  const { sessionId } = await insertVoter(owner);
  await owner.query('BEGIN');
  await owner.query('SELECT stop_ballots()');
  const clock = await owner.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const now = clock.rows[0]?.now ?? THEN;
  await app.query('BEGIN');
  await app.query(`SET LOCAL laurel.most_delay = '1s'`);
  const waiting = castVotes(app, [[sessionId, first]], now);
  await Promise.race([waiting, expect.poll(() => countWaiting(owner)).toBe(1)]);
  const isLate = async () =>
    (await owner.query<{ late: boolean }>(`SELECT clock_timestamp() - $1 > '1s' AS late`, [now])).rows[0]?.late;
  await expect.poll(isLate).toBe(true);
  await owner.query('COMMIT');
  await expect(waiting).rejects.toMatchObject({ code: 'LA003' });
  await app.query('ROLLBACK');
});
