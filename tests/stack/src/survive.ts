import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startAudience } from './audience.ts';
import { type Crowd, lostVotes, startCrowd } from './crowd.ts';
import type { Deployment } from './deployment.ts';

/** Far more than a reconnection takes, even on a busy machine. */
const BACK_WITHIN_MS = 60_000;

/** Votes during a disturbance and for a while after; no acknowledged vote may be missing. */
export const survive = async (deployment: Deployment, happening: () => Promise<void>): Promise<Crowd> => {
  const audience = await startAudience(deployment.origin, 20);
  const crowd = await startCrowd(deployment, 3_000, 16);
  await sleep(1_500);
  await happening();
  const after = crowd.acknowledged.length;
  await expect.poll(() => crowd.acknowledged.length, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(after);
  // Waits for late responses.
  await sleep(2_000);
  expect(await audience.heardSince(performance.now(), BACK_WITHIN_MS), 'everyone hears of new votes').toBe(true);
  await crowd.stop();
  await audience.leave();
  expect(await lostVotes(await deployment.databaseUrl(), crowd)).toEqual([]);
  expect(await deployment.doctor()).toContainEqual(expect.objectContaining({ check: 'tallies', ok: true }));
  for (const gap of audience.gaps) expect(gap).toBeLessThan(BACK_WITHIN_MS);
  console.log(
    `${crowd.acknowledged.length} votes, ${crowd.refused.length} not taken, longest silence ${Math.round(crowd.longestSilenceMs())} ms, ` +
      `${audience.gaps.length} sockets came back, the last after ${Math.round(Math.max(0, ...audience.gaps))} ms`,
  );
  return crowd;
};
