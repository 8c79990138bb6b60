import { insertVoters, THEN } from '@laurel/database/testing-rows';
import { useLogDatabase } from '@laurel/support/log-database';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';

const CATEGORIES = 10;
const VOTERS_AT_ONCE = 100;
/** More votes than the log adds at once. */
const VOTERS = 900;

const test = useLogDatabase(CATEGORIES);

// This test fails if all parts are added although the process stops.
it('a process that stops adds no further part of the votes that wait, and the next run adds them', async () => {
  const voters = await insertVoters(test.owner, VOTERS);
  for (let first = 0; first < VOTERS; first += VOTERS_AT_ONCE) {
    await test.vote(voters.slice(first, first + VOTERS_AT_ONCE), { categories: CATEGORIES });
  }
  let parts = 0;
  let most = 1;
  // Voting is over, so that the result follows the last vote.
  const over = { isOver: () => true, endsAt: new Date(THEN.getTime() + 1_000) };
  const isStopping = () => {
    parts += 1;
    return parts > most;
  };
  const log = await test.openLog({ ...over, isStopping });
  const logged = async () => (await test.owner.query('SELECT count(*)::int AS votes FROM log_votes')).rows[0]?.votes;
  const results = async () =>
    (await test.owner.query(`SELECT count(*)::int AS results FROM log_items WHERE kind = 'result'`)).rows[0]?.results;

  await log.run();
  const before = await logged();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(VOTERS * CATEGORIES);
  expect(await results()).toBe(0);
  most = Number.POSITIVE_INFINITY;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  await log.run();
  // This test fails with one statement for the whole table, which takes too long in a first run with some million
  // votes.
  const texts = queries.mock.calls
    .map(([text]: unknown[]) => String(text))
    .filter((text) => text.includes('FROM votes v') && !text.includes('tally_totals'));
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => !text.includes('v.ctid < '))).toEqual([]);
  expect(await logged()).toBe(VOTERS * CATEGORIES);
  expect(await results()).toBe(1);
});
