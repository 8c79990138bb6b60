import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@laurel/database/testing';
import { castVotes, insertNominees, insertVoters, type TestVoter, THEN } from '@laurel/database/testing-rows';
import { openTestLog, readLog, type TestLog } from '@laurel/support/public-log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import { readHead, readHorizon, readWaiting, spanOf } from './store.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let nominee: number;
let dataDir: string;
let log: TestLog;
let now: Date;

const endsAt = new Date(THEN.getTime() + 60_000);

beforeEach(async () => {
  test = await openTestDatabase();
  nominee = (await insertNominees(test.owner, 1, 1))[0]?.[0] ?? 0;
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  now = THEN;
  log = await openTestLog({ url: test.url, dataDir, now: () => now, isOver: () => now >= endsAt, endsAt });
});
afterEach(async () => {
  await log.close();
  await test.close();
  rmSync(dataDir, { recursive: true });
});

const vote = (voters: readonly TestVoter[]) =>
  castVotes(
    test.owner,
    voters.map(({ sessionId }) => [sessionId, nominee] as const),
  );
const typesIn = async (): Promise<string[]> => (await readLog(log.file, log.key)).leaves.map(({ type }) => type);
const waiting = async (): Promise<number> =>
  (await readWaiting(log.pool, spanOf(await readHead(log.pool), await readHorizon(log.pool)), 100)).votes;

/** As after a dump was restored in another cluster: the stored numbers mean nothing there. @param by added to those of votes */
const restoreElsewhere = async (by: string): Promise<void> => {
  await test.owner.query('ALTER TABLE log_checkpoints DISABLE TRIGGER USER; ALTER TABLE votes DISABLE TRIGGER USER');
  await test.owner.query(`UPDATE log_checkpoints SET cluster = '1', next_tx = 9e15`);
  await test.owner.query(`UPDATE votes SET tx = tx + ${by}`);
  await test.owner.query('ALTER TABLE log_checkpoints ENABLE TRIGGER USER; ALTER TABLE votes ENABLE TRIGGER USER');
};

describe('the log in another cluster, whose transactions have other numbers', () => {
  // Known to fail with the horizon as the end of the votes that are looked at: with high numbers they never enter the log,
  // and there is no result.
  it.each(['0', '8e15'])('continues with the votes that were not in it, whose numbers are higher by %s', async (by) => {
    const voters = await insertVoters(test.owner, 10);
    await vote(voters.slice(0, 4));
    await log.run();
    await vote(voters.slice(4, 8));
    await restoreElsewhere(by);
    // Open transactions of other tests on the same server hold the horizon back.
    await expect.poll(waiting).toBe(4);
    await log.run();
    expect(await typesIn()).toEqual(['phase', ...Array(8).fill('vote')]);
    await vote(voters.slice(8));
    await log.run();
    await expect.poll(waiting).toBe(0);
    now = new Date(endsAt.getTime() + LAST_VOTE_MS);
    await log.run();
    expect(await typesIn()).toEqual(['phase', ...Array(10).fill('vote'), 'result']);
  });

  it('begins with all votes when it had none before', async () => {
    await vote(await insertVoters(test.owner, 3));
    await restoreElsewhere('8e15');
    await log.run();
    expect(await typesIn()).toEqual(['phase', ...Array(3).fill('vote')]);
  });
});
