import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsMode, SmtpMode } from '@laurel/support/ledger/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAndCompare } from '../../faults/consistency.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
}, 180_000);
afterAll(() => setup.close(), 60_000);

/** A little longer than a worker waits for a silent server, in rounds of half a second. */
const HOLD_ROUNDS = 90;

/** Requests messages while the providers behave like this, then restores them; every acknowledged message must arrive. */
const outlast = async (smtp: SmtpMode, sms: SmsMode) => {
  await setup.post(smtp, sms);
  await setup.load({ voters: 10, lanes: 4, mails: 8, sms: 6, accounts: 2 });
  const { mistreated } = await setup.until(({ busy }) => busy === 0);
  await sleep(1_000);
  await setup.post('works', 'works');
  const result = await finishAndCompare(setup, HOLD_ROUNDS);
  return { mistreated, result };
};

it('a mail server that is down and a gateway that never answers: acknowledged messages arrive later, and votes continue', async () => {
  const { result } = await outlast('dead', 'stuck');
  expect(result.problems).toEqual([]);
});

it('a silent mail server and a gateway that is down: acknowledged messages arrive later, and votes continue', async () => {
  const { mistreated, result } = await outlast('silent', 'dead');
  expect(mistreated).toBeGreaterThan(0);
  expect(result.problems).toEqual([]);
});
