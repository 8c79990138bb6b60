import { useTestQueue } from '@laurel/support/hooks';
import type { TestQueue } from '@laurel/support/queue';
import { expect, it } from 'vitest';
import { after } from '../clock.ts';

const queue = useTestQueue();

const jumped = () => after(queue.clock.now(), 3 * 60 * 60_000);

// Fails if the clock is not checked: a process with the wrong time drops a valid code.
it('drops no message as expired on a worker whose clock jumped, and sends it from another', async () => {
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

it('deletes and expires nothing on a worker whose clock jumped', async () => {
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
