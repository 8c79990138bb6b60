import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, startHouse } from '../../faults/house.ts';
import { settle } from '../../faults/verdict.ts';
import type { SmsMode, SmtpMode } from '../../ledger/orders.ts';

const LOAD = { voters: 20, lanes: 4, mails: 12, sms: 8, accounts: 3 };
/** As long as a worker waits for a server that says nothing, and a little more. */
const HOLD_ROUNDS = 100;

let house: House;
beforeAll(async () => {
  house = await startHouse();
}, 180_000);
afterAll(() => house.close(), 60_000);

const promise = async (smtp: SmtpMode, sms: SmsMode): Promise<number> => {
  const before = await house.until(() => true);
  await house.post(smtp, sms);
  await house.load(LOAD);
  const now = await house.until(({ busy }) => busy === 0);
  await sleep(3_000);
  const { mistreated } = await house.until(() => true);
  await house.post('works', 'works');
  expect(mistreated).toBeGreaterThan(before.mistreated);
  return now.promises - before.promises;
};

it.each(['cuts', 'puts-off', 'stuck'] as const)(
  '%s: what was promised comes, and what comes twice has one id',
  async (mode) => {
    await promise(mode, mode);
    const { problems, again, further } = await settle(house, HOLD_ROUNDS);
    expect(problems).toEqual([]);
    expect(further).toBe(0);
    if (mode === 'cuts') expect(again).toBeGreaterThan(0);
  },
  180_000,
);

it('a post that says yes and throws it away can’t be noticed; who asks again has it', async () => {
  const promised = await promise('lies', 'lies');
  const { problems } = await settle(house, HOLD_ROUNDS);
  expect(problems).toHaveLength(promised);
  expect(new Set(problems)).toEqual(
    new Set(['a mail was promised and never came', 'a text message was promised and never came']),
  );
  const dropped = house.ledger.read().filter((entry) => entry.kind === 'arrival' && entry.dropped);
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
  const origins = house.cluster.servers.map(({ origin }) => origin);
  await house.ledger.order({ do: 'request', origins, requests, lanes: 3 });
  await house.until(({ busy }) => busy === 0);
  const { problems: left } = await settle(house, 6);
  // The text messages and the new accounts had no second chance here.
  expect(left).toHaveLength(promised - again.length);
}, 180_000);
