import { isOver, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';
import { connect, countWaiting, THEN } from '@laurel/database/testing-rows';
import { typesIn, useLogDatabase } from '@laurel/support/log-database';
import { expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';

const test = useLogDatabase();
const endsAt = new Date(THEN.getTime() + 1_000);
const now = new Date(+endsAt + LAST_VOTE_MS);

// This test fails without the wait for batches: the result is in the log before the vote, and a second result follows.
it('the log has its result after the last vote, also if that vote is committed late', async () => {
  const log = await test.openLog({ endsAt, isOver: () => true, now: () => now });
  const slow = await connect(test.url);
  await test.vote(1);
  await slow.query('BEGIN');
  await test.vote(1, { client: slow });
  const looking = log.runNow();
  await expect.poll(() => countWaiting(test.owner)).toBeGreaterThan(0);
  await slow.query('COMMIT');
  await slow.end();
  await looking;
  await log.run();
  expect(await typesIn(log)).toEqual(['phase', 'vote', 'vote', 'result']);
});

// This test fails if the times are read before the horizon: the vote follows the result, and the times follow the vote.
it('the log has the times that open voting again before the votes that follow', async () => {
  const timesUntil = (votingClosesAt: Date): PhaseTimes => ({
    ...{ votingOpensAt: null, votingClosesAt, winnersAnnouncedAt: null },
  });
  let stored = timesUntil(endsAt);
  let known = stored;
  let meanwhile = async (): Promise<void> => {};
  const log = await test.openLog({
    times: () => known,
    isOver: () => isOver(phaseAt(known, now)),
    now: () => now,
    refresh: async () => {
      known = stored;
      await meanwhile();
    },
  });
  await test.vote(1);
  await log.run();
  meanwhile = async () => {
    meanwhile = async () => {};
    stored = timesUntil(new Date(+now + 60_000));
    await test.vote(1);
  };
  await log.run();
  await log.run();
  expect(await typesIn(log)).toEqual(['phase', 'vote', 'result', 'phase', 'vote']);
});
