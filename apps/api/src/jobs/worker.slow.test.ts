import { createDatabase } from '@laurel/database/client';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { startSwitch } from '@laurel/support/switch';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailSender, Mail } from '../adapters/email/port.ts';
import { createInboxSms } from '../adapters/sms/inbox.ts';

/** A sender that records mails and blocks each one until `release` is called. */
const blockingSender = () => {
  const sent: Mail[] = [];
  const started: Mail[] = [];
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sender: EmailSender = {
    send: async (mail, signal) => {
      started.push(mail);
      await Promise.race([gate, new Promise((_, reject) => signal?.addEventListener('abort', reject))]);
      sent.push(mail);
    },
  };
  return { sender, sent, started, release: () => release() };
};

/** A log that counts the runners that ended during an outage, and the failures to start others. */
const countRunners = () => {
  const counts = { ended: 0, notStarted: 0 };
  const write = (line: string): void => {
    if (line.includes('Attempting graceful shutdown')) counts.ended += 1;
    if (line.includes('the queue could not start and is started again')) counts.notStarted += 1;
  };
  return { logger: pino({ level: 'debug' }, { write }), counts };
};

describe('the job workers', () => {
  let queue: TestQueue;
  beforeEach(async () => {
    queue = await startTestQueue();
  });
  afterEach(() => queue.close());

  const queueMail = async (to: string): Promise<string> => {
    const challengeId = await queue.challenge('email');
    await queue.transact((tx) =>
      queue.outbox.mail(tx, {
        to,
        challengeId,
        language: 'en',
        message: { kind: 'email_code', name: 'Ada', code: '482913' },
      }),
    );
    return challengeId;
  };
  const queueSms = async (to: string): Promise<void> => {
    const challengeId = await queue.challenge('phone');
    await queue.transact((tx) =>
      queue.outbox.sms(tx, { to, challengeId, language: 'en', message: { kind: 'phone_code', code: '482913' } }),
    );
  };
  const addressees = (): string[] => queue.inbox.list().map(({ to }) => to);
  const waiting = async (): Promise<number> =>
    (await queue.asOwner('SELECT 1 FROM graphile_worker._private_jobs')).length;

  it('send each message once with two processes', async () => {
    queue.jobs.start();
    queue.another().start();
    const people = Array.from({ length: 60 }, (_, n) => `voter-${n}@example.org`);
    await Promise.all(people.map(queueMail));
    await expect.poll(waiting).toBe(0);
    expect(addressees().toSorted()).toEqual(people.toSorted());
  });

  it('continue after an outage of the database', async () => {
    const proxy = await startSwitch(queue.url);
    const { logger, counts } = countRunners();
    const worker = queue.another({ databaseUrl: proxy.url, logger });
    worker.start();
    await queueMail('before@example.org');
    await expect.poll(addressees).toEqual(['before@example.org']);

    await proxy.down();
    await queueMail('during@example.org');
    await expect.poll(() => counts.notStarted).toBeGreaterThan(0);
    expect(addressees()).toEqual(['before@example.org']);

    await proxy.up();
    await expect.poll(addressees).toEqual(['during@example.org', 'before@example.org']);
    await queueMail('after@example.org');
    await expect.poll(addressees).toContain('after@example.org');
    await worker.close();
    await proxy.close();
  });

  it('start during an outage of the database', async () => {
    const proxy = await startSwitch(queue.url);
    await proxy.down();
    const { logger, counts } = countRunners();
    const worker = queue.another({ databaseUrl: proxy.url, logger });
    worker.start();
    await queueMail('early@example.org');
    await expect.poll(() => counts.notStarted).toBeGreaterThan(0);
    await proxy.up();
    await expect.poll(addressees).toEqual(['early@example.org']);
    await worker.close();
    await proxy.close();
  });

  it('send a mail once when the database fails before the job is finished', async () => {
    const held = blockingSender();
    const proxy = await startSwitch(queue.url);
    const worker = queue.another({ databaseUrl: proxy.url, email: held.sender });
    worker.start();
    const challengeId = await queueMail('ada@example.org');
    await expect.poll(() => held.started).toHaveLength(1);
    await proxy.down();
    held.release();
    await expect.poll(() => queue.deliveryOf(challengeId)).toBe('sent');
    await proxy.up();
    // The job is still locked by a dead runner. Once it is unlocked, its mail is found to be sent.
    await queue.asOwner(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '3 minutes'`);
    await queue.asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    await expect.poll(waiting).toBe(0);
    expect(held.started).toHaveLength(1);
    await worker.close();
    await proxy.close();
  });

  it('continue after several results could not be written', async () => {
    const held = blockingSender();
    const proxy = await startSwitch(queue.url);
    const { logger, counts } = countRunners();
    const worker = queue.another({ databaseUrl: proxy.url, email: held.sender, logger });
    worker.start();
    const people = ['ada', 'bob', 'eve', 'ian', 'joy'].map((name) => `${name}@example.org`);
    await Promise.all(people.map(queueMail));
    await expect.poll(() => held.started).toHaveLength(people.length);
    await proxy.down();
    held.release();
    await expect.poll(() => held.sent).toHaveLength(people.length);
    // Mails and text messages have a runner each.
    await expect.poll(() => counts.ended).toBeGreaterThanOrEqual(2);
    await proxy.up();

    await queueMail('after@example.org');
    await expect.poll(() => held.sent.map(({ to }) => to)).toContain('after@example.org');
    await worker.close();
    await proxy.close();
  });

  it('record a sent mail once the database is available again', async () => {
    const held = blockingSender();
    const proxy = await startSwitch(queue.url);
    const database = createDatabase({ url: proxy.url });
    const worker = queue.another({ databaseUrl: proxy.url, db: database.db, email: held.sender });
    worker.start();
    const challengeId = await queueMail('ada@example.org');
    await expect.poll(() => held.started).toHaveLength(1);
    await proxy.down();
    const connects = vi.spyOn(database.pool, 'connect');
    held.release();
    // The second attempt to record it begins after the first has failed.
    await expect.poll(() => connects.mock.calls.length).toBeGreaterThan(1);
    expect(await queue.deliveryOf(challengeId)).toBe('queued');
    await proxy.up();
    await expect.poll(() => queue.deliveryOf(challengeId)).toBe('sent');
    expect(held.started).toHaveLength(1);
    await worker.close();
    await database.close();
    await proxy.close();
  });

  it('send text messages while a mail server hangs', async () => {
    const held = blockingSender();
    const worker = queue.another({ email: held.sender, sms: createInboxSms(queue.inbox) });
    worker.start();
    await Promise.all(Array.from({ length: 12 }, (_, n) => queueMail(`voter-${n}@example.org`)));
    await expect.poll(() => held.started.length).toBeGreaterThanOrEqual(8);
    await queueSms('+380671234567');
    await expect.poll(addressees).toEqual(['+380671234567']);
    held.release();
    await expect.poll(() => held.sent).toHaveLength(12);
  });

  it('finish running jobs before they stop', async () => {
    const held = blockingSender();
    const worker = queue.another({ email: held.sender });
    worker.start();
    const challengeId = await queueMail('ada@example.org');
    await expect.poll(() => held.started).toHaveLength(1);
    const closed = worker.close();
    held.release();
    await closed;
    expect(held.sent).toHaveLength(1);
    expect(await queue.deliveryOf(challengeId)).toBe('sent');
    expect(await waiting()).toBe(0);
  });

  it('stop while they start', async () => {
    const worker = queue.another();
    worker.start();
    await expect(worker.close()).resolves.toBeUndefined();
  });

  it('take up the job of a worker that was killed', async () => {
    await queueMail('ada@example.org');
    await queue.asOwner(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() - interval '90 seconds', attempts = 1`,
    );
    await queue.asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    await queue.jobs.drain();
    expect(addressees()).toEqual([]);

    await queue.asOwner(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '121 seconds'`);
    await queue.asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    await queue.jobs.drain();
    await queue.jobs.drain();
    expect(addressees()).toEqual(['ada@example.org']);
    expect(await waiting()).toBe(0);
  });
});
