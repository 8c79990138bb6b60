import type { SmsMode, SmtpMode } from '@laurel/support/ledger/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAndCompare } from '../../faults/consistency.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';

const LOAD = { voters: 20, lanes: 4, mails: 12, sms: 8, accounts: 3 };
/** A little longer than a worker waits for a silent server. */
const HOLD_ROUNDS = 100;

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
});
afterAll(() => setup.close());

const promise = async (smtp: SmtpMode, sms: SmsMode): Promise<number> => {
  const before = await setup.figures();
  await setup.post(smtp, sms);
  await setup.load(LOAD);
  const now = await setup.until('the answers', ({ busy }) => busy === 0);
  const promised = now.promises - before.promises;
  // A provider that never answers holds up the other messages.
  const fewest = smtp === 'stuck' ? 1 : promised;
  await setup.until('tries to deliver the messages', ({ mistreated }) => mistreated >= before.mistreated + fewest);
  await setup.post('works', 'works');
  return promised;
};

it.each(['cuts', 'puts-off', 'stuck'] as const)(
  '%s: every acknowledged message arrives, and duplicates have one id',
  async (mode) => {
    await promise(mode, mode);
    const { problems, again, further } = await finishAndCompare(setup, HOLD_ROUNDS);
    expect(problems).toEqual([]);
    expect(further).toBe(0);
    if (mode === 'cuts') expect(again).toBeGreaterThan(0);
  },
);

it('a provider that accepts and drops messages can’t be noticed; a repeated request delivers one', async () => {
  const promised = await promise('lies', 'lies');
  const { problems } = await finishAndCompare(setup, HOLD_ROUNDS);
  expect(problems).toHaveLength(promised);
  expect(new Set(problems)).toEqual(
    new Set(['a mail was acknowledged and did not arrive', 'a text message was acknowledged and did not arrive']),
  );
  const dropped = setup.ledger.read().filter((entry) => entry.kind === 'arrival' && entry.dropped);
  const again = dropped.flatMap((entry) =>
    entry.kind === 'arrival' && entry.channel === 'email' && !entry.to.startsWith('new-') ? [entry.to] : [],
  );
  expect(again.length).toBe(LOAD.mails);
  const requests = again.map((to) => ({
    channel: 'email' as const,
    to,
    path: '/api/users/forgot-password',
    body: { login: to },
  }));
  const origins = setup.cluster.servers.map(({ origin }) => origin);
  await setup.ledger.order({ do: 'request', origins, requests, lanes: 3 });
  await setup.until('the answers', ({ busy }) => busy === 0);
  const { problems: left } = await finishAndCompare(setup, 6);
  // Text messages and new accounts are not requested again here.
  expect(left).toHaveLength(promised - again.length);
});
