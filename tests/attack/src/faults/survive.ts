import { expect } from 'vitest';
import type { FaultSetup } from './setup.ts';
import { settle, type Verdict } from './verdict.ts';

/** How many votes are taken before, and after, what happens. */
const VOTES = 100;

/**
 * Lets people vote and ask for messages while something happens; service has to come back by itself, and the ledger
 * has to agree with the database, the post and the doctor.
 */
export const survive = async (setup: FaultSetup, happening: () => Promise<void>): Promise<Verdict> => {
  const start = await setup.until(() => true);
  // The first crowd may have cast every vote it had before service is back.
  const later = await setup.gather({ voters: 20, lanes: 4, mails: 0, sms: 0, accounts: 0 });
  await setup.load({ voters: 1_000, lanes: 24, mails: 6, sms: 4, accounts: 2 });
  await setup.until(({ acknowledged }) => acknowledged > start.acknowledged + VOTES);
  await happening();
  const { acknowledged } = await setup.until(() => true);
  await later();
  // The ledger gives up after so many tries; then nobody is busy any more.
  const after = await setup.until((now) => now.acknowledged > acknowledged + VOTES || now.busy === 0);
  expect(after.acknowledged, 'votes are taken again').toBeGreaterThan(acknowledged);
  const verdict = await settle(setup);
  expect(verdict.problems).toEqual([]);
  return verdict;
};
