import { openTestDatabase } from '@laurel/database/testing';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DeliveryError } from '../../adapters/delivery-error.ts';
import { queueFinding } from '../../checks/running.ts';
import { clockSkewMs, countJobs } from './store.ts';

const HOUR_MS = 60 * 60_000;

// This test fails (an hour) if only the time before the wait is compared.
it('clockSkewMs does not count the wait for a connection', async () => {
  const database = await openTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await database.close();
  });
  // As if the connection came after an hour.
  const times = [new Date(Date.now() - HOUR_MS)];
  expect(await clockSkewMs(pool, () => times.shift() ?? new Date())).toBeLessThan(1_000);
  expect(await clockSkewMs(pool, () => new Date(Date.now() + HOUR_MS))).toBeGreaterThan(HOUR_MS / 2);
});

describe('countJobs', () => {
  let queue: TestQueue;
  let pool: pg.Pool;
  /** The mail server's answer to the next mails. */
  let failure: DeliveryError | undefined;
  beforeEach(async () => {
    failure = undefined;
    const send = async (): Promise<void> => {
      if (failure) throw failure;
    };
    queue = await startTestQueue(() => ({ email: { send } }));
    pool = new pg.Pool({ connectionString: queue.url, max: 1 });
  });
  afterEach(async () => {
    await pool.end();
    await queue.close();
  });

  const queueNotice = async (): Promise<void> => {
    const challenge = await queue.db.challenge.findUniqueOrThrow({ where: { id: await queue.challenge('email') } });
    const message = { kind: 'social_rejected', name: 'Ada', tag: 'ada', offersTelegram: true } as const;
    const mail = {
      to: 'ada@example.org',
      language: 'en',
      accountId: challenge.accountId ?? undefined,
      message,
    } as const;
    await queue.transact((tx) => queue.outbox.mail(tx, mail));
  };
  const counts = (aheadMs = 0) => countJobs(pool, new Date(Date.now() + aheadMs));

  // This test fails if every row of the queue is counted: after an outage of the mail server, the alert MessagesWaiting
  // stays for a week.
  it('counts a message until it is given up, and not while it stays in the queue afterwards', async () => {
    await queueNotice();
    expect(await counts()).toEqual({ waiting: 1, overdue: 0, dead: 0 });
    failure = new DeliveryError('smtp: 451', { permanent: false });
    await queue.jobs.drain();
    expect(await counts(), 'tried later').toMatchObject({ waiting: 1 });
    expect(await counts(HOUR_MS), 'late').toMatchObject({ waiting: 1, overdue: 1 });
    failure = new DeliveryError('smtp: RCPT TO 550', { permanent: true });
    await queue.hurry();
    await queue.jobs.drain();
    for (const days of [0, 1, 6.5, 8]) {
      expect(await counts(days * 24 * HOUR_MS), `given up ${days} days ago`).toEqual({
        waiting: 0,
        overdue: 0,
        dead: 0,
      });
    }
  });

  it('counts a job without an attempt left only as dead', async () => {
    await queueNotice();
    await queue.asOwner('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
    const found = await counts(HOUR_MS);
    expect(found).toEqual({ waiting: 0, overdue: 0, dead: 1 });
    expect(queueFinding(found)).toMatchObject({ ok: false, detail: '1 of 1 jobs failed for good' });
  });
});
