import type { SmsMode, SmtpMode } from '@laurel/support/ledger/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAndCompare } from '../../faults/consistency.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
});
afterAll(() => setup.close());

/** A little longer than a worker waits for a silent server, in rounds of half a second. */
const HOLD_ROUNDS = 90;

/** Requests messages while the providers behave like this, then restores them; every acknowledged message must arrive. */
const outlast = async (smtp: SmtpMode, sms: SmsMode) => {
  const before = await setup.figures();
  await setup.post(smtp, sms);
  await setup.load({ voters: 10, lanes: 4, mails: 8, sms: 6, accounts: 2 });
  await setup.until('the answers', ({ busy }) => busy === 0);
  await setup.until('a try to deliver a message', ({ mistreated }) => mistreated > before.mistreated);
  await setup.post('works', 'works');
  return finishAndCompare(setup, HOLD_ROUNDS);
};

it('a mail server that is down and a gateway that never answers: acknowledged messages arrive later, and votes continue', async () => {
  expect(await outlast('dead', 'stuck')).toEqual([]);
});

it('a silent mail server and a gateway that is down: acknowledged messages arrive later, and votes continue', async () => {
  expect(await outlast('silent', 'dead')).toEqual([]);
});
