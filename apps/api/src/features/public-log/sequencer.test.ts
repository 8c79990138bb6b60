import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import { connect, insertVoters, THEN } from '@laurel/database/testing-rows';
import { typesIn, useLogDatabase } from '@laurel/support/log-database';
import { readLog, type TestLog, type WholeLog } from '@laurel/support/public-log';
import { describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';

const CATEGORIES = 6;
const AT_ONCE = 6;
/** After so many voters, the votes wait until the log has grown. */
const PART = 60;

const test = useLogDatabase(CATEGORIES, 3);
const votesIn = ({ leaves }: WholeLog): number => leaves.filter(({ type }) => type === 'vote').length;
const readShown = (log: TestLog): Promise<WholeLog> => readLog(log.file, log.key);
const sizes = async (): Promise<{ size: number; votes: number }[]> =>
  (
    await test.owner.query<{ size: number; votes: number }>(
      'SELECT size::int, votes FROM log_checkpoints ORDER BY size',
    )
  ).rows;

/** Every vote of the database has one leaf, and every leaf of a vote is one of the database. */
const expectComplete = async (log: TestLog): Promise<WholeLog> => {
  await log.published.refresh();
  const whole = await readShown(log);
  const { rows } = await test.owner.query<{ votes: number; logged: number; leaves: number }>(
    `SELECT (SELECT count(*) FROM votes)::int AS votes, (SELECT count(*) FROM log_votes)::int AS logged,
            (SELECT count(DISTINCT leaf) FROM log_votes)::int AS leaves`,
  );
  const votes = rows[0]?.votes;
  expect(rows[0]).toEqual({ votes, logged: votes, leaves: votes });
  expect(votesIn(whole)).toBe(votes);
  expect(new Set(whole.octets.map((octets) => Buffer.from(octets).toString('base64'))).size).toBe(whole.size);
  return whole;
};

describe('the sequencer', () => {
  it('begins with the times, and waits for a group of votes', async () => {
    const now = new Date(THEN.getTime() + 1_000);
    const log = await test.openLog({ group: 20, now: () => now });
    await test.vote(19);
    await log.run();
    expect((await readShown(log)).leaves).toEqual([
      { type: 'phase', year: 2026, votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null },
    ]);
    await test.vote(1);
    await log.run();
    expect(votesIn(await expectComplete(log))).toBe(20);
    await test.vote(10);
    await log.run();
    expect(await sizes()).toEqual([
      { size: 1, votes: 0 },
      { size: 21, votes: 20 },
    ]);
  });

  it('leaves votes for later while voting keeps the process busy, until the oldest has waited or voting is over', async () => {
    let now = THEN;
    let over = false;
    let isBusy = true;
    const log = await test.openLog({ group: 2, delay: 600, now: () => now, isOver: () => over });
    const logged = async (): Promise<number> => {
      await log.run(isBusy);
      return (
        (await test.owner.query<{ votes: number }>('SELECT count(*)::int AS votes FROM log_votes')).rows[0]?.votes ?? -1
      );
    };
    await test.vote(5);
    now = new Date(THEN.getTime() + 599_999);
    expect(await logged()).toBe(0);
    now = new Date(THEN.getTime() + 600_000);
    expect(await logged()).toBe(5);
    await test.vote(5, { at: now });
    expect(await logged()).toBe(5);
    isBusy = false;
    expect(await logged()).toBe(10);
    isBusy = true;
    await test.vote(5, { at: now });
    expect(await logged()).toBe(10);
    over = true;
    expect(await logged()).toBe(15);
    await expectComplete(log);
  });

  it('commits to the result after voting, and again after an exclusion that changes it', async () => {
    let now = THEN;
    const endsAt = new Date(THEN.getTime() + 60_000);
    const decisions: DecisionGroup[] = [];
    const isOver = () => now >= endsAt;
    const log = await test.openLog({ group: 20, now: () => now, isOver, endsAt, decisions: () => decisions });
    await test.vote(3, { categories: 2 });
    now = endsAt;
    await log.run();
    expect(await typesIn(log)).toEqual(['phase', ...Array(6).fill('vote')]);
    now = new Date(endsAt.getTime() + LAST_VOTE_MS);
    await log.run();
    await log.run();
    expect((await expectComplete(log)).leaves.map(({ type }) => type).slice(7)).toEqual(['result']);
    const { rows } = await test.owner.query<{ text: string }>('SELECT text FROM log_results');
    expect(rows[0]?.text.split('\n').slice(0, 4)).toEqual([
      'award/n0 company-1 1 0',
      'award/n0 company-2 1 0',
      'award/n0 company-3 1 0',
      'award/n1 company-1 1 0',
    ]);
    const exclusions = await test.owner.query<{ id: number }>(
      'SELECT propose_exclusion($1, $2, $3, NULL, 1::int2, $4, $5) AS id',
      [{ nominees: [test.nominees[0]?.[0]] }, { en: 'a farm', uk: 'a farm' }, 'a farm', 'olena', THEN],
    );
    const { id } = exclusions.rows[0] ?? { id: 0 };
    await test.owner.query(`SELECT apply_exclusion($1, false, 'olena', 'a farm', $2)`, [id, THEN]);
    // Until the exclusion is published and has its leaf, there is no new result.
    await log.run();
    expect((await readShown(log)).size).toBe(8);
    const appliedAt = THEN.toISOString();
    const decision = { number: id, state: 'applied', appliedAt, undoneAt: null } as const;
    decisions.push({
      decisions: [{ ...decision, reason: { en: 'a farm', uk: 'a farm' } }],
      categories: [{ nomination: 'award', niche: 'n0', votes: 1 }],
    });
    await log.run();
    await log.run();
    const { leaves } = await expectComplete(log);
    expect(leaves.map(({ type }) => type).slice(7)).toEqual(['result', 'exclusion', 'result']);
    const results = await test.owner.query<{ text: string }>('SELECT text FROM log_results ORDER BY leaf DESC LIMIT 1');
    expect(results.rows[0]?.text.split('\n')[0]).toBe('award/n0 company-1 1 1');
  });

  // This test fails with pg_snapshot_xmax() as the horizon: the votes of the open transaction are never looked at
  // again.
  it('leaves out no vote that is committed later than others', async () => {
    const log = await test.openLog();
    const slow = await connect(test.url);
    await slow.query('BEGIN');
    await test.vote(2, { categories: 3, client: slow, slot: 1 });
    await test.vote(2, { categories: 2 });
    await log.runNow();
    // The horizon is at the open transaction: later votes wait until it ends.
    expect(votesIn(await readShown(log))).toBe(0);
    await slow.query('COMMIT');
    await test.vote(1, { client: slow });
    await log.run();
    expect(votesIn(await expectComplete(log))).toBe(11);
    await slow.end();
  });

  // This test fails without the lock and the comparison in append_to_log(): it violates unique keys.
  it('never skips a vote while many commit in any order and several processes append', async () => {
    const logs = await Promise.all(Array.from({ length: AT_ONCE }, () => test.openLog()));
    const voters = await insertVoters(test.owner, 240);
    let voting = true;
    const appending = logs.map(async (log) => {
      while (voting) await log.runNow();
    });
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(test.url)));
    for (let first = 0; first < voters.length; first += PART) {
      const before = (await sizes()).length;
      await Promise.all(
        clients.map(async (client, index) => {
          for (let place = first + index; place < first + PART; place += 8) {
            await client.query('BEGIN');
            const categories = 1 + (place % CATEGORIES);
            await test.vote(voters.slice(place, place + 1), { categories, client, slot: index });
            // Real time: transactions commit in another order than they began.
            if (place % 3 === 0) await sleep(Math.random() * 20);
            await client.query(place % 10 === 9 ? 'ROLLBACK' : 'COMMIT');
          }
        }),
      );
      await expect.poll(async () => (await sizes()).length).toBeGreaterThan(before);
    }
    voting = false;
    await Promise.all(appending);
    const [log] = logs;
    if (!log) throw new Error('there is no log');
    await log.run();
    await expectComplete(log);
    expect((await sizes()).length).toBeGreaterThan(3);
    await Promise.all(clients.map((client) => client.end()));
  });

  it('starts with the existing votes, in several parts', async () => {
    await test.insertVotes(40_000);
    const log = await test.openLog({ group: 20 });
    await log.run();
    await expectComplete(log);
    const groups = (await sizes()).map(({ votes }) => votes);
    expect(groups.length).toBeGreaterThan(1);
    expect(Math.min(...groups)).toBeGreaterThan(2_000);
    await test.vote(20);
    await log.run();
    await expectComplete(log);
  });

  it('writes votes in an order of its own', async () => {
    const log = await test.openLog();
    const voters = await insertVoters(test.owner, 60);
    await test.vote(voters);
    await log.run();
    const { rows } = await test.owner.query<{ voter_id: string }>('SELECT voter_id FROM log_votes ORDER BY leaf');
    const logged = rows.map(({ voter_id }) => voter_id);
    const cast = voters.map(({ voterId }) => voterId);
    expect(logged.toSorted()).toEqual(cast.toSorted());
    expect(logged).not.toEqual(cast);
    expect(logged).not.toEqual(logged.toSorted());
  });
});
