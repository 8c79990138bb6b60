import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@laurel/database/client';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { startSwitch } from '@laurel/support/switch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailSender, Mail } from '../adapters/email/port.ts';
import { createInboxSms } from '../adapters/sms/inbox.ts';

/** A sender that keeps what it sent, and holds each mail until it is let go. */
const heldSender = () => {
  const sent: Mail[] = [];
  const started: Mail[] = [];
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const sender: EmailSender = {
    send: async (mail, signal) => {
      started.push(mail);
      await Promise.race([gate, new Promise((_, reject) => signal?.addEventListener('abort', reject))]);
      sent.push(mail);
    },
  };
  return { sender, sent, started, letGo: () => letGo() };
};

const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 25 });

describe('the running workers', () => {
  let queue: TestQueue;
  beforeEach(async () => {
    queue = await startTestQueue();
  });
  afterEach(() => queue.close());

  const post = async (to: string): Promise<string> => {
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
  const postSms = async (to: string): Promise<void> => {
    const challengeId = await queue.challenge('phone');
    await queue.transact((tx) =>
      queue.outbox.sms(tx, { to, challengeId, language: 'en', message: { kind: 'phone_code', code: '482913' } }),
    );
  };
  const addressees = (): string[] => queue.inbox.list().map(({ to }) => to);
  const waiting = async (): Promise<number> =>
    (await queue.asOwner('SELECT 1 FROM graphile_worker._private_jobs')).length;

  it('send what is written, in two processes at once, each message once', async () => {
    queue.jobs.start();
    queue.another().start();
    const people = Array.from({ length: 60 }, (_, n) => `voter-${n}@example.org`);
    await Promise.all(people.map(post));
    await until(async () => expect(await waiting()).toBe(0));
    expect(addressees().toSorted()).toEqual(people.toSorted());
  });

  it('go on by themselves after the database was away', async () => {
    const way = await startSwitch(queue.url);
    const worker = queue.another({ databaseUrl: way.url });
    worker.start();
    await post('before@example.org');
    await until(() => expect(addressees()).toEqual(['before@example.org']));

    await way.down();
    await post('during@example.org');
    // Long enough for every worker to have failed to get a job, and for a runner to be made anew.
    await sleep(1_500);
    expect(addressees()).toEqual(['before@example.org']);

    await way.up();
    await until(() => expect(addressees()).toEqual(['during@example.org', 'before@example.org']));
    await post('after@example.org');
    await until(() => expect(addressees()).toContain('after@example.org'));
    await worker.close();
    await way.close();
  });

  it('start even while the database is away', async () => {
    const way = await startSwitch(queue.url);
    await way.down();
    const worker = queue.another({ databaseUrl: way.url });
    worker.start();
    await post('early@example.org');
    await sleep(300);
    await way.up();
    await until(() => expect(addressees()).toEqual(['early@example.org']));
    await worker.close();
    await way.close();
  });

  it('send a mail once though the queue goes away before its end is written', async () => {
    const held = heldSender();
    const way = await startSwitch(queue.url);
    const worker = queue.another({ databaseUrl: way.url, email: held.sender });
    worker.start();
    const challengeId = await post('ada@example.org');
    await until(() => expect(held.started).toHaveLength(1));
    await way.down();
    held.letGo();
    await until(async () => expect(await queue.deliveryOf(challengeId)).toBe('sent'));
    await way.up();
    // The job still stands as taken by a runner that is gone; freed, it is found to be done.
    await queue.asOwner(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '3 minutes'`);
    await queue.asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    await until(async () => expect(await waiting()).toBe(0));
    expect(held.started).toHaveLength(1);
    await worker.close();
    await way.close();
  });

  it('keep what they know of a sent mail until the database is back to be told', async () => {
    const held = heldSender();
    const way = await startSwitch(queue.url);
    const database = createDatabase({ url: way.url });
    const worker = queue.another({ databaseUrl: way.url, db: database.db, email: held.sender });
    worker.start();
    const challengeId = await post('ada@example.org');
    await until(() => expect(held.started).toHaveLength(1));
    await way.down();
    held.letGo();
    await sleep(700);
    expect(await queue.deliveryOf(challengeId)).toBe('queued');
    await way.up();
    await until(async () => expect(await queue.deliveryOf(challengeId)).toBe('sent'));
    expect(held.started).toHaveLength(1);
    await worker.close();
    await database.close();
    await way.close();
  });

  it('do not let a mail server that hangs hold up text messages', async () => {
    const held = heldSender();
    const worker = queue.another({ email: held.sender, sms: createInboxSms(queue.inbox) });
    worker.start();
    await Promise.all(Array.from({ length: 12 }, (_, n) => post(`voter-${n}@example.org`)));
    await until(() => expect(held.started.length).toBeGreaterThanOrEqual(8));
    await postSms('+380671234567');
    await until(() => expect(addressees()).toEqual(['+380671234567']));
    held.letGo();
    await until(() => expect(held.sent).toHaveLength(12));
  });

  it('finish what they began before they stop', async () => {
    const held = heldSender();
    const worker = queue.another({ email: held.sender });
    worker.start();
    const challengeId = await post('ada@example.org');
    await until(() => expect(held.started).toHaveLength(1));
    const closed = worker.close();
    held.letGo();
    await closed;
    expect(held.sent).toHaveLength(1);
    expect(await queue.deliveryOf(challengeId)).toBe('sent');
    expect(await waiting()).toBe(0);
  });

  it('take up the job of a worker that was killed', async () => {
    await post('ada@example.org');
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
