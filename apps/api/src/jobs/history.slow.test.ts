import { randomUUID } from 'node:crypto';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryError } from '../adapters/delivery-error.ts';
import { after } from '../clock.ts';
import { MAX_TRIES } from './retry.ts';
import { prune } from './upkeep.ts';

/** What the senders do: fail with the error, or send. */
let failure: DeliveryError | undefined;
let queue: TestQueue;
beforeEach(async () => {
  failure = undefined;
  queue = await startTestQueue(() => ({
    email: {
      send: async () => {
        if (failure) throw failure;
      },
    },
    sms: {
      send: async () => {
        if (failure) throw failure;
        return { micros: 85_000, currency: 'EUR' };
      },
    },
  }));
});
afterEach(() => queue.close());

const accountOf = async (challengeId: string): Promise<string> =>
  (await queue.db.challenge.findUniqueOrThrow({ where: { id: challengeId } })).accountId ?? '';

const queueSms = async (): Promise<string> => {
  const challengeId = await queue.challenge('phone');
  const accountId = await accountOf(challengeId);
  const message = { kind: 'phone_code', code: '482913' } as const;
  await queue.transact((tx) =>
    queue.outbox.sms(tx, { to: '+380671234567', language: 'en', accountId, challengeId, message }),
  );
  return challengeId;
};

/** A notice, which has no code. */
const queueNotice = async (hold?: { id: string; ms: number }): Promise<void> => {
  const accountId = await accountOf(await queue.challenge('email'));
  const message = { kind: 'social_rejected', name: 'Ada', tag: 'ada', offersTelegram: true } as const;
  await queue.transact((tx) =>
    queue.outbox.mail(tx, { to: 'ada@example.org', language: 'en', accountId, message, ...(hold ? { hold } : {}) }),
  );
};

const history = () => queue.db.message.findMany();
const refused = (detail?: string) => new DeliveryError('smtp: RCPT TO 550', { permanent: true, detail });

const ask = async (id: string): Promise<string | undefined> => {
  const sql = `SELECT retry_message('${id}', 'Olena (console)', 'the provider works again', now()) AS outcome`;
  return (await queue.asOwner<{ outcome: string }>(sql))[0]?.outcome;
};

describe('the history of messages', () => {
  it('has a message from the moment it is queued, and what it cost once it is sent', async () => {
    await queueSms();
    const [queued] = await history();
    expect(queued).toMatchObject({
      kind: 'sms',
      purpose: 'phone_code',
      callingCode: '380',
      provider: 'twilio',
      state: 'queued',
      tries: 0,
    });
    await queue.jobs.drain();
    expect(await history()).toMatchObject([
      { state: 'sent', tries: 1, problem: null, costMicros: 85_000n, currency: 'EUR', sentAt: queue.clock.now() },
    ]);
  });

  it('holds no address, number, name or code', async () => {
    failure = refused('550 <ada@example.org> +380671234567 482913: no such user');
    await queueSms();
    await queueNotice();
    await queue.jobs.drain();
    const rows = JSON.stringify(await queue.asOwner('SELECT * FROM messages'));
    expect(rows).toContain('no such user');
    for (const secret of ['ada@', '0671234567', '482913', 'Ada']) expect(rows).not.toContain(secret);
  });

  it('keeps the provider’s words of the last failure, and forgets them once the message is sent', async () => {
    failure = new DeliveryError('webhook: 503', { permanent: false, detail: 'closed for maintenance' });
    await queueSms();
    await queue.jobs.drain();
    expect(await history()).toMatchObject([
      { state: 'failed', tries: 1, problem: 'webhook: 503: closed for maintenance' },
    ]);
    failure = undefined;
    await queue.hurry();
    await queue.jobs.drain();
    expect(await history()).toMatchObject([{ state: 'sent', tries: 2, problem: null }]);
  });

  it('tells a refused code from one that expired before it was tried', async () => {
    failure = refused('unknown user');
    await queueSms();
    await queue.jobs.drain();
    expect(await history()).toMatchObject([
      { state: 'given_up', givenUpWhy: 'refused', tries: 1, gaveUpAt: queue.clock.now() },
    ]);
    await queueSms();
    queue.clock.advance(60 * 60_000);
    await queue.jobs.drain();
    expect((await history())[1]).toMatchObject({ state: 'given_up', givenUpWhy: 'outdated', tries: 0 });
  });

  it('sends a given-up notice again, once, when an organiser asks for it', async () => {
    failure = refused();
    await queueNotice();
    await queue.jobs.drain();
    const [{ id = '' } = {}] = await history();
    expect(await history()).toMatchObject([{ state: 'given_up' }]);
    failure = undefined;
    // Until somebody asks for it, it is not sent, even when it is due.
    await queue.hurry();
    await queue.jobs.drain();
    expect(await history()).toMatchObject([{ state: 'given_up' }]);
    failure = refused();
    await queueNotice();
    await queue.jobs.drain();
    const [, other] = await history();
    failure = undefined;
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(other?.id ?? '')));
    expect(asked.toSorted()).toEqual(['ok', 'state', 'state', 'state', 'state', 'state']);
    await queue.jobs.drain();
    expect(await queue.db.message.findUnique({ where: { id: other?.id ?? '' } })).toMatchObject({ state: 'sent' });
    expect(await ask(id)).toBe('state');
    expect(await ask(randomUUID())).toBe('missing');
    const audit = await queue.asOwner(
      `SELECT actor, subject, reason FROM audit_entries WHERE action = 'message.retry'`,
    );
    expect(audit).toEqual([
      { actor: 'Olena (console)', subject: `message ${other?.id}`, reason: 'the provider works again' },
    ]);
  });

  it('tries a failed message at once when an organiser asks for it, and does not send a code that was given up', async () => {
    failure = new DeliveryError('smtp: ETIMEDOUT', { permanent: false });
    await queueSms();
    await queue.jobs.drain();
    const [{ id = '' } = {}] = await history();
    failure = undefined;
    await queue.jobs.drain();
    expect(await history()).toMatchObject([{ state: 'failed' }]);
    expect(await ask(id)).toBe('ok');
    await queue.jobs.drain();
    expect(await history()).toMatchObject([{ state: 'sent' }]);
    failure = refused();
    await queueSms();
    await queue.jobs.drain();
    expect(await ask((await history())[1]?.id ?? '')).toBe('state');
  });

  it('gives a message up after the last try', async () => {
    failure = new DeliveryError('smtp: 451', { permanent: false });
    await queueNotice();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await queue.hurry();
      await queue.jobs.drain();
    }
    expect(await history()).toMatchObject([{ state: 'given_up', givenUpWhy: 'tries', tries: MAX_TRIES }]);
  });

  it('replaces a message that is queued again, and forgets those of erased accounts and those older than 90 days', async () => {
    const hold = { id: randomUUID(), ms: 60_000 };
    await queueNotice(hold);
    await queueNotice(hold);
    expect(await history()).toHaveLength(1);
    await queue.db.message.deleteMany();
    await queueNotice();
    await queueNotice();
    const [mine] = await history();
    const erase = `SELECT erase_account('${mine?.accountId}', decode(repeat('00', 32), 'hex'), now())`;
    await queue.asOwner(erase);
    expect(await history()).toHaveLength(1);
    await prune(queue.db, after(queue.clock.now(), 91 * 24 * 60 * 60_000));
    expect(await history()).toEqual([]);
  });

  it('records the activity of closed minutes, once', async () => {
    await queueSms();
    await queue.jobs.drain();
    queue.clock.advance(3 * 60 * 60_000);
    await queue.asOwner(`SELECT graphile_worker.add_job('record_activity')`);
    await queue.asOwner(`SELECT graphile_worker.add_job('record_activity')`);
    await queue.jobs.drain();
    expect(await queue.asOwner('SELECT kind, count::int FROM activity ORDER BY kind')).toEqual([
      { kind: 'registered', count: 1 },
      { kind: 'sms_sent', count: 1 },
    ]);
  });
});
