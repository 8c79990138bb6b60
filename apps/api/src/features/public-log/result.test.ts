import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOver, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';
import { openTestDatabase } from '@laurel/database/testing';
import { castVotes, connect, countWaiting, insertNominees, insertVoters, THEN } from '@laurel/database/testing-rows';
import { openTestLog, readLog } from '@laurel/support/public-log';
import { expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';

// This test fails without the wait for batches: the result is in the log before the vote, and a second result follows.
it('the log has its result after the last vote, also if that vote is committed late', async () => {
  const { owner, url, close } = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  const endsAt = new Date(THEN.getTime() + 1_000);
  const log = await openTestLog({
    url,
    dataDir,
    endsAt,
    isOver: () => true,
    now: () => new Date(+endsAt + LAST_VOTE_MS),
  });
  const slow = await connect(url);
  try {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const [early, late] = await insertVoters(owner, 2);
    await castVotes(owner, [[early?.sessionId ?? '', nominee]]);
    await slow.query('BEGIN');
    expect(await castVotes(slow, [[late?.sessionId ?? '', nominee]])).toBe('A');
    const looking = log.runNow();
    await expect.poll(() => countWaiting(owner)).toBeGreaterThan(0);
    await slow.query('COMMIT');
    await looking;
    await log.run();
    const { leaves } = await readLog(log.file, log.key);
    expect(leaves.map(({ type }) => type)).toEqual(['phase', 'vote', 'vote', 'result']);
  } finally {
    await slow.end();
    await log.close();
    await close();
    rmSync(dataDir, { recursive: true });
  }
});

// This test fails if the times are read before the horizon: the vote follows the result, and the times follow the vote.
it('the log has the times that open voting again before the votes that follow', async () => {
  const { owner, app, url, close } = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  const endsAt = new Date(THEN.getTime() + 1_000);
  const now = new Date(+endsAt + LAST_VOTE_MS);
  const timesUntil = (votingClosesAt: Date): PhaseTimes => ({
    votingOpensAt: null,
    votingClosesAt,
    winnersAnnouncedAt: null,
  });
  let stored = timesUntil(endsAt);
  let known = stored;
  let meanwhile = async (): Promise<void> => {};
  const log = await openTestLog({
    url,
    dataDir,
    times: () => known,
    isOver: () => isOver(phaseAt(known, now)),
    now: () => now,
    refresh: async () => {
      known = stored;
      await meanwhile();
    },
  });
  try {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const [early, late] = await insertVoters(owner, 2);
    await castVotes(app, [[early?.sessionId ?? '', nominee]]);
    await log.run();
    meanwhile = async () => {
      meanwhile = async () => {};
      stored = timesUntil(new Date(+now + 60_000));
      expect(await castVotes(app, [[late?.sessionId ?? '', nominee]])).toBe('A');
    };
    await log.run();
    await log.run();
    const { leaves } = await readLog(log.file, log.key);
    expect(leaves.map(({ type }) => type)).toEqual(['phase', 'vote', 'result', 'phase', 'vote']);
  } finally {
    await log.close();
    await close();
    rmSync(dataDir, { recursive: true });
  }
});
