import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { settle } from '../../faults/verdict.ts';
import type { SmsMode, SmtpMode } from '../../ledger/orders.ts';

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
}, 180_000);
afterAll(() => setup.close(), 60_000);

/** As long as a worker waits for a server that says nothing, and a little more. */
const HOLD_ROUNDS = 90;

/** Lets people ask for messages while the post is like this, then mends it; every promise is to be kept. */
const outlast = async (smtp: SmtpMode, sms: SmsMode) => {
  await setup.post(smtp, sms);
  await setup.load({ voters: 10, lanes: 4, mails: 8, sms: 6, accounts: 2 });
  const { mistreated } = await setup.until(({ busy }) => busy === 0);
  await sleep(1_000);
  await setup.post('works', 'works');
  const verdict = await settle(setup, HOLD_ROUNDS);
  return { mistreated, verdict };
};

it('a mail server that is dead and a gateway that never answers: what was promised comes later, and votes go on', async () => {
  const { verdict } = await outlast('dead', 'stuck');
  expect(verdict.problems).toEqual([]);
}, 120_000);

it('a mail server that never says a word and a gateway that is dead: what was promised comes later, and votes go on', async () => {
  const { mistreated, verdict } = await outlast('silent', 'dead');
  expect(mistreated).toBeGreaterThan(0);
  expect(verdict.problems).toEqual([]);
}, 120_000);
