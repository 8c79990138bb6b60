import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { after } from '../clock.ts';

let queue: TestQueue;
beforeAll(async () => {
  queue = await startTestQueue();
});
afterAll(() => queue.close());

const jumped = () => after(queue.clock.now(), 3 * 60 * 60_000);

// Seen failing before there was a look at the clock: a promised code was dropped by whichever process had the wrong time.
it('a worker whose clock jumped drops nothing as expired, and another one sends it', async () => {
  const challengeId = await queue.challenge('phone');
  await queue.transact((tx) =>
    queue.outbox.sms(tx, {
      to: '+380671234567',
      challengeId,
      language: 'en',
      message: { kind: 'phone_code', code: '482913' },
    }),
  );
  const other = queue.another({ now: jumped, machineNow: jumped, isClockRight: async () => false });
  for (let tries = 0; tries < 3; tries += 1) {
    await other.drain();
    await queue.hurry();
  }
  expect([queue.inbox.list().length, await queue.deliveryOf(challengeId)]).toEqual([0, 'queued']);
  await queue.jobs.drain();
  expect([queue.inbox.list().length, await queue.deliveryOf(challengeId)]).toEqual([1, 'sent']);
});

it('a worker whose clock jumped deletes nothing as old, and ends no verification; one whose clock is right does', async () => {
  await queue.challenge('email');
  const { id: accountId } = await queue.db.account.findFirstOrThrow({ select: { id: true } });
  const [createdAt, inAnHour] = [queue.clock.now(), after(queue.clock.now(), 60 * 60_000)];
  await queue.db.session.create({ data: { accountId, createdAt, expiresAt: inAnHour } });
  const ended: Date[] = [];
  const expireVerifications = async (now: Date) => ended.push(now);
  const run = async (by: ReturnType<TestQueue['another']>): Promise<number> => {
    for (const task of ['prune', 'expire_verifications']) {
      await queue.asOwner(`SELECT graphile_worker.add_job('${task}')`);
    }
    await by.drain();
    return queue.db.session.count();
  };
  const wrong = { now: jumped, machineNow: jumped, isClockRight: async () => false };
  expect(await run(queue.another({ ...wrong, expireVerifications }))).toBe(1);
  expect(ended).toEqual([]);
  expect(await run(queue.another({ now: jumped, expireVerifications }))).toBe(0);
  expect(ended).toEqual([jumped()]);
});
