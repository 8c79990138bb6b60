import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryError } from '../adapters/delivery-error.ts';

const DOWN = new DeliveryError('smtp: ETIMEDOUT', { permanent: false });

const REFUSED = new DeliveryError('smtp: 550', { permanent: true });

/** The response of the mail server to each mail. */
let answer: () => Promise<void>;
let sent: number;
let queue: TestQueue;
beforeEach(async () => {
  answer = async () => {};
  sent = 0;
  queue = await startTestQueue(() => ({
    email: {
      send: async () => {
        await answer();
        sent += 1;
      },
    },
  }));
});
afterEach(() => queue.close());

/** Queues a notice to a person and returns the account. */
const queueNotice = async (): Promise<string> => {
  const challenge = await queue.db.challenge.findUniqueOrThrow({ where: { id: await queue.challenge('email') } });
  const accountId = challenge.accountId ?? '';
  const message = { kind: 'social_rejected', name: 'Ada', tag: 'ada', offersTelegram: true } as const;
  await queue.transact((tx) => queue.outbox.mail(tx, { to: 'ada@example.org', language: 'en', accountId, message }));
  return accountId;
};
const erase = (accountId: string) =>
  queue.asOwner(`SELECT erase_account('${accountId}', decode(repeat('00', 32), 'hex'), now())`);
const jobs = () => queue.asOwner(`SELECT key FROM graphile_worker._private_jobs WHERE key IS NOT NULL`);
const serverReturns = async (): Promise<void> => {
  answer = async () => {};
  await queue.hurry();
  await queue.jobs.drain();
};

describe('a person who is erased while the mail server is down', () => {
  it('gets no mail afterwards, and leaves none in the queue', async () => {
    answer = () => Promise.reject(DOWN);
    const [accountId] = [await queueNotice(), await queueNotice()];
    await queue.jobs.drain();
    expect(await jobs()).toHaveLength(2);
    await erase(accountId);
    // This test failed (2 jobs) before erase_messages() deleted them.
    expect(await jobs()).toHaveLength(1);
    await serverReturns();
    expect(sent).toBe(1);
  });

  // This test fails (1 job) with a try that queued the mail without its row in the history.
  it.each([
    ['is tried again', DOWN],
    ['was refused', REFUSED],
  ])(
    'gets no mail if one was being sent during the erasure and %s, and leaves none in the queue',
    async (_what, problem) => {
      const accountId = await queueNotice();
      answer = async () => {
        await erase(accountId);
        throw problem;
      };
      await queue.jobs.drain();
      expect(await jobs()).toEqual([]);
      await serverReturns();
      expect(sent).toBe(0);
    },
  );

  it('gets none from a job that has lost its row in the history', async () => {
    await queueNotice();
    await queue.asOwner('DELETE FROM messages');
    expect(await jobs()).toHaveLength(1);
    await serverReturns();
    // This test failed (1 sent) while a notice without a history counted as pending.
    expect(sent).toBe(0);
    expect(await jobs()).toEqual([]);
  });
});
