import { THEN } from '@laurel/database/testing-rows';
import { typesIn, useLogDatabase } from '@laurel/support/log-database';
import type { TestLog } from '@laurel/support/public-log';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import { hasLateVotes, readHead, readHorizon, readMissing, readWaiting, spanOf } from './store.ts';

const test = useLogDatabase();
let log: TestLog;
let now: Date;

const endsAt = new Date(THEN.getTime() + 60_000);

beforeEach(async () => {
  now = THEN;
  log = await test.openLog({ now: () => now, isOver: () => now >= endsAt, endsAt });
});

const waiting = async (): Promise<number> =>
  (await readWaiting(log.pool, spanOf(await readHead(log.pool), await readHorizon(log.pool)), 100)).votes;

/** Whether a statement reads votes. */
const isVotes = (text: unknown): text is string => typeof text === 'string' && text.includes('FROM votes v');
/** Whether a statement reads the votes of all transactions. */
const isFromZero = (values: unknown): boolean => Array.isArray(values) && values[0] === '0';

/**
 * Changes the database as if a dump was restored in another cluster: the stored transaction numbers are those of the
 * old one.
 * @param by is added to the transaction numbers of votes
 */
const restoreElsewhere = async (by: string): Promise<void> => {
  await test.owner.query(
    'ALTER TABLE all_log_checkpoints DISABLE TRIGGER USER; ALTER TABLE votes DISABLE TRIGGER USER',
  );
  await test.owner.query(`UPDATE log_checkpoints SET cluster = '1', next_tx = 9e15`);
  await test.owner.query(`UPDATE votes SET tx = tx + ${by}`);
  await test.owner.query('ALTER TABLE all_log_checkpoints ENABLE TRIGGER USER; ALTER TABLE votes ENABLE TRIGGER USER');
};

describe('the log in another cluster, whose transactions have other numbers', () => {
  // This test fails if only votes before the horizon are looked at: those with higher numbers never enter the log, and
  // there is no result.
  it.each(['0', '8e15'])('continues with the votes that it lacks, if their numbers are higher by %s', async (by) => {
    await test.vote(4);
    await log.run();
    await test.vote(4);
    await restoreElsewhere(by);
    // Open transactions of other tests on the same server hold the horizon back.
    await expect.poll(waiting).toBe(4);
    await log.run();
    expect(await typesIn(log)).toEqual(['phase', ...Array(8).fill('vote')]);
    await test.vote(2);
    await log.run();
    await expect.poll(waiting).toBe(0);
    now = new Date(endsAt.getTime() + LAST_VOTE_MS);
    await log.run();
    expect(await typesIn(log)).toEqual(['phase', ...Array(10).fill('vote'), 'result']);
  });

  // This test fails if only a new checkpoint ends this: while no vote comes, each look reads the whole table, once a
  // second.
  it('looks at all votes once, also if no vote is missing', async () => {
    await test.vote(4);
    await log.run();
    await restoreElsewhere('8e15');
    await expect.poll(waiting).toBe(0);
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => queries.mockRestore());
    const looksAtAll = (): number =>
      queries.mock.calls.filter(([text, values]: unknown[]) => isVotes(text) && isFromZero(values)).length;
    await log.run();
    expect(looksAtAll()).toBe(1);
    await log.run();
    expect(looksAtAll()).toBe(1);
    await test.vote(1);
    await log.run();
    expect(looksAtAll()).toBe(1);
    expect(await typesIn(log)).toEqual(['phase', ...Array(5).fill('vote')]);
  });

  it('begins with all votes if it had no checkpoint before', async () => {
    await test.vote(3);
    await restoreElsewhere('8e15');
    await log.run();
    expect(await typesIn(log)).toEqual(['phase', ...Array(3).fill('vote')]);
  });
});

describe('a table of several parts', () => {
  /** More votes than one statement reads. */
  const VOTES = 20_000;

  // This test fails with one statement for all votes: with some million votes it exceeds its time limit, so that a
  // first fill that was interrupted never continues.
  it('is read in parts, each vote once', async () => {
    await test.owner.query(
      `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at, server_nonce, browser_nonce)
       SELECT gen_random_uuid(), category_id, id, $2::timestamptz + n * interval '1 ms', uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid())
         FROM nominees, generate_series(1, $3) n WHERE id = $1`,
      [test.nominees[0]?.[0], THEN, VOTES],
    );
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => queries.mockRestore());
    const span = { from: '0', to: '9000000000000000', beyond: null };
    const first = new Date(THEN.getTime() + 1);
    expect(await readWaiting(log.pool, span, VOTES)).toEqual({ votes: VOTES, oldest: first, fewest: VOTES });
    expect(await readWaiting(log.pool, span, VOTES - 1)).toEqual({ votes: VOTES, oldest: first, fewest: VOTES });
    expect(await readWaiting(log.pool, span, 9)).toMatchObject({ votes: 10 });
    expect(await hasLateVotes(log.pool, '0')).toBe(true);
    const ids = new Set<string>();
    for await (const part of readMissing(log.pool, span, true)) for (const { voterId } of part) ids.add(voterId);
    expect(ids.size).toBe(VOTES);
    const texts = queries.mock.calls.map(([text]: unknown[]) => text).filter(isVotes);
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((text) => !text.includes('v.ctid < '))).toEqual([]);
    const { rows } = await log.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${texts[0]}`, [
      '0',
      span.to,
      null,
      '(0,0)',
      '(128,0)',
      10,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Tid Range Scan');
    expect(plan).toContain('Index Only Scan using log_votes_pkey');
    expect(plan).not.toContain('Join');
  });
});
