import { insertVoters, type TestVoter, THEN } from '@laurel/database/testing-rows';
import { useLogDatabase } from '@laurel/support/log-database';
import type { TestLog } from '@laurel/support/public-log';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPeople } from './people.service.ts';
import { countPeople } from './reports.store.ts';

const CACHE_MS = 60_000;

describe('the verified voters of a checkpoint', () => {
  const test = useLogDatabase(2);
  let log: TestLog;
  let counts = 0;

  beforeEach(async () => {
    const people = createPeople(() => {
      counts += 1;
      return countPeople(test.app);
    }, CACHE_MS);
    log = await test.openLog({ countPeople: people });
  });

  /** Appends one vote of each voter in a category, and returns the verified voters of the new checkpoint. */
  const votersAfter = async (voters: readonly TestVoter[], first = 0): Promise<number | undefined> => {
    await test.vote(voters, { first });
    await log.run();
    const { rows } = await test.owner.query<{ voters: number }>(
      'SELECT voters FROM log_checkpoints ORDER BY size DESC LIMIT 1',
    );
    return rows[0]?.voters;
  };

  // This test fails if only the people who may vote now count: 10 voters for 16 votes in a category.
  it('are at least as many as have voted, also after some have left, and are not counted for each checkpoint', async () => {
    const first = await insertVoters(test.owner, 10);
    const [suspended, erased, ...left] = first.slice(0, 6).map(({ accountId }) => accountId);
    expect(await votersAfter(first)).toBe(10);
    await test.owner.query('UPDATE social_links SET revoked_at = $2 WHERE account_id = ANY ($1)', [left, THEN]);
    await test.owner.query('UPDATE accounts SET suspended_at = $2 WHERE id = $1', [suspended, THEN]);
    await test.owner.query(`SELECT erase_account($1, '\\x${'00'.repeat(32)}', $2)`, [erased, THEN]);

    const second = await insertVoters(test.owner, 6);
    expect(await votersAfter(second)).toBe(16);
    const before = counts;
    for (const voter of second) expect(await votersAfter([voter], 1)).toBe(16);
    expect(counts).toBe(before);
  });

  it('are those who verified a phone and a social account', async () => {
    const [noPhone, noLink, twice] = (await insertVoters(test.owner, 3)).map(({ accountId }) => accountId);
    const before = await countPeople(test.app);
    await test.owner.query(
      `INSERT INTO social_links (account_id, provider, subject_hash, verified_at) VALUES ($1, 'INSTAGRAM_SUBSCRIPTION', sha256('i'), $2)`,
      [twice, THEN],
    );
    await test.owner.query(
      `INSERT INTO phone_verifications (account_id, phone_hash, verified_at, revoked_at) VALUES ($1, sha256('p'), $2, $2)`,
      [twice, THEN],
    );
    expect(await countPeople(test.app)).toBe(before);
    await test.owner.query('BEGIN');
    await test.owner.query(`SET LOCAL session_replication_role = 'replica'`);
    await test.owner.query('DELETE FROM phone_verifications WHERE account_id = $1', [noPhone]);
    await test.owner.query('DELETE FROM social_links WHERE account_id = $1', [noLink]);
    await test.owner.query('COMMIT');
    expect(await countPeople(test.app)).toBe(before - 2);
  });
});

describe('the count of the verified voters', () => {
  let now = 0;
  const counting = (results: number[]) => {
    let counted = 0;
    const people = createPeople(
      async () => results[counted++] ?? 0,
      CACHE_MS,
      () => now,
    );
    return { people, counted: () => counted };
  };

  it('is used until it is old, or smaller than the votes', async () => {
    const { people, counted } = counting([10, 12, 13]);
    expect([await people(5), await people(10)]).toEqual([10, 10]);
    expect(counted()).toBe(1);
    expect([await people(11), await people(12)]).toEqual([12, 12]);
    expect(counted()).toBe(2);
    now += CACHE_MS;
    expect(await people(1)).toBe(13);
  });

  // This test fails if the count is repeated whenever it is smaller than the votes: then each checkpoint counts.
  it('is not repeated for a difference that the last count has found already', async () => {
    const { people, counted } = counting([10, 11]);
    expect([await people(13), await people(13), await people(12)]).toEqual([10, 10, 10]);
    expect(counted()).toBe(1);
    expect(await people(14)).toBe(11);
  });
});
