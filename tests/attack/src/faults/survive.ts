import { expect } from 'vitest';
import { finishAndCompare } from './consistency.ts';
import type { FaultSetup } from './setup.ts';

/** The votes before and after the fault. */
const VOTES = 100;

/**
 * Votes and requests messages during a fault. The service must recover automatically, and the ledger must agree with the
 * database, the received messages and the doctor.
 */
export const survive = async (setup: FaultSetup, happening: () => Promise<void>): Promise<void> => {
  const start = await setup.figures();
  // The first voters may have cast all their votes before the service is back.
  const later = await setup.gather({ voters: 20, lanes: 4, mails: 0, sms: 0, accounts: 0 });
  await setup.load({ voters: 1_000, lanes: 24, mails: 6, sms: 4, accounts: 2 });
  await setup.until('the first votes', ({ acknowledged }) => acknowledged > start.acknowledged + VOTES);
  await happening();
  const { acknowledged } = await setup.figures();
  await later();
  // The ledger stops after its last try; then no request is open.
  const after = await setup.until(
    'votes after the fault',
    (now) => now.acknowledged > acknowledged + VOTES || now.busy === 0,
  );
  expect(after.acknowledged, 'votes are taken again').toBeGreaterThan(acknowledged);
  expect(await finishAndCompare(setup)).toEqual([]);
};
