import { expect } from 'vitest';
import { startAudience } from './audience.ts';
import { type Outcome, startCrowd } from './crowd.ts';
import type { Deployment } from './deployment.ts';

const LISTENERS = 20;
const VOTERS_AT_ONCE = 16;

/** Votes during a disturbance and for a while after; no acknowledged vote may be missing. */
export const survive = async (deployment: Deployment, happening: () => Promise<void>): Promise<Outcome> => {
  const audience = await startAudience(deployment.origin, LISTENERS);
  const crowd = await startCrowd(deployment, 3_000, VOTERS_AT_ONCE);
  await expect.poll(crowd.acknowledged, { message: 'people vote' }).toBeGreaterThan(100);
  await happening();
  const after = crowd.acknowledged();
  // The responses of open requests may be late: these are more.
  await expect.poll(crowd.acknowledged, { message: 'votes are taken again' }).toBeGreaterThan(after + VOTERS_AT_ONCE);
  const moment = performance.now();
  await expect.poll(() => audience.heardSince(moment), { message: 'everyone hears of new votes' }).toBe(LISTENERS);
  const outcome = await crowd.stop();
  await audience.leave();
  expect(await outcome.problems()).toEqual([]);
  expect(await deployment.doctor()).toContainEqual(expect.objectContaining({ check: 'tallies', ok: true }));
  console.log(
    `${outcome.acknowledged} votes, not taken: ${JSON.stringify(outcome.refused)}, longest silence ${outcome.silence} ms, ` +
      `${audience.gaps.length} sockets came back, the last after ${Math.round(Math.max(0, ...audience.gaps))} ms`,
  );
  return outcome;
};
