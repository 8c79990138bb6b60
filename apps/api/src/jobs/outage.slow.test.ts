import { freePort } from '@laurel/database/free-port';
import { type MailServer, startMailServer } from '@laurel/support/mail-server';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import {
  type SmsGateway,
  startSmsGateway,
  TWILIO,
  twilioProtocol,
  WEBHOOK_SECRET,
  webhookProtocol,
} from '@laurel/support/sms-gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryError } from '../adapters/delivery-error.ts';
import { createSmtpSender } from '../adapters/email/smtp.ts';
import type { SmsSender } from '../adapters/sms/port.ts';
import { createTwilioSender } from '../adapters/sms/twilio.ts';
import { createWebhookSender } from '../adapters/sms/webhook.ts';
import { MAX_TRIES } from './retry.ts';

describe('delivery during an outage of a provider', () => {
  let queue: TestQueue;
  let mailPort: number;
  let smsPort: number;
  let mailServer: MailServer | undefined;
  let gateway: SmsGateway | undefined;

  beforeAll(async () => {
    mailPort = await freePort();
    smsPort = await freePort();
    queue = await startTestQueue(() => ({
      email: createSmtpSender({ url: `smtp://127.0.0.1:${mailPort}`, from: 'Laurel <awards@awards.example>' }),
      sms: createWebhookSender({ url: `http://127.0.0.1:${smsPort}`, secret: WEBHOOK_SECRET }),
    }));
  });
  afterAll(async () => {
    await queue.close();
    await mailServer?.close();
    await gateway?.close();
  });
  beforeEach(async () => {
    await queue.asOwner('DELETE FROM graphile_worker._private_jobs');
    queue.failures.length = 0;
    queue.refunds.length = 0;
    await mailServer?.close();
    await gateway?.close();
    mailServer = undefined;
    gateway = undefined;
  });

  const mailTo = (to: string, challengeId: string, code = '482913') =>
    queue.transact((tx) =>
      queue.outbox.mail(tx, { to, challengeId, language: 'en', message: { kind: 'email_code', name: 'Ada', code } }),
    );
  const smsTo = (to: string, challengeId: string) =>
    queue.transact((tx) =>
      queue.outbox.sms(tx, { to, challengeId, language: 'en', message: { kind: 'phone_code', code: '482913' } }),
    );
  const waitsSeconds = async (): Promise<number[]> => {
    const rows = await queue.asOwner<{ wait: number }>(
      'SELECT extract(epoch FROM run_at - created_at)::float8 AS wait FROM graphile_worker._private_jobs ORDER BY 1',
    );
    return rows.map(({ wait }) => Math.round(wait));
  };

  it('sends each message later, once, with the same id', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => ({
        email: `voter-${n}@example.org`,
        phone: `+38067000000${n}`,
        byMail: await queue.challenge('email'),
        bySms: await queue.challenge('phone'),
      })),
    );
    for (const { email, phone, byMail, bySms } of people) {
      await mailTo(email, byMail);
      await smsTo(phone, bySms);
    }
    // Four rounds of tries fail, without waiting for the delays.
    for (let round = 0; round < 4; round += 1) {
      await queue.jobs.drain();
      await queue.hurry();
    }
    // On a slow machine more: a retry may be due before the round is over.
    expect(queue.failures.length).toBeGreaterThanOrEqual(4 * 2 * people.length);
    expect(queue.failures.every(({ permanent }) => !permanent)).toBe(true);
    for (const { byMail } of people) expect(await queue.deliveryOf(byMail)).toBe('queued');

    mailServer = await startMailServer({}, { port: mailPort });
    gateway = await startSmsGateway(webhookProtocol, { port: smsPort });
    // One mail is greylisted, one gateway request fails, and one is accepted without a response.
    mailServer.refuse({ at: 'rcpt', code: 451 });
    gateway.refuse({ status: 503 }, { cut: 'after' });
    for (let round = 0; round < 3; round += 1) {
      await queue.jobs.drain();
      await queue.hurry();
    }
    expect(mailServer.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      people.map(({ email }) => email),
    );
    expect(gateway.received.map(({ to }) => to).toSorted()).toEqual(people.map(({ phone }) => phone));
    expect(new Set(mailServer.received.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(people.length);
    for (const { byMail, bySms } of people) {
      expect([await queue.deliveryOf(byMail), await queue.deliveryOf(bySms)]).toEqual(['sent', 'sent']);
    }
    expect(queue.refunds).toEqual([]);
    expect(await waitsSeconds()).toEqual([]);
  });

  it('retries soon, so that a code is still valid when it arrives', async () => {
    await mailTo('ada@example.org', await queue.challenge('email'));
    const seen: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      await queue.jobs.drain();
      seen.push(...(await waitsSeconds()));
      await queue.hurry();
    }
    expect(seen).toEqual([2, 4, 8, 16, 30, 30, 30]);
  });

  it('honours Retry-After', async () => {
    gateway = await startSmsGateway(webhookProtocol, { port: smsPort });
    gateway.refuse({ status: 429, headers: { 'retry-after': '90' } });
    await smsTo('+380671234567', await queue.challenge('phone'));
    await queue.jobs.drain();
    expect(await waitsSeconds()).toEqual([90]);
  });

  it('never retries before the back-off delay, even with a shorter Retry-After', async () => {
    gateway = await startSmsGateway(webhookProtocol, { port: smsPort });
    await smsTo('+380671234567', await queue.challenge('phone'));
    const seen: number[] = [];
    for (const retryAfter of ['0', '1', '3', '40']) {
      gateway.refuse({ status: 429, headers: { 'retry-after': retryAfter } });
      await queue.jobs.drain();
      seen.push(...(await waitsSeconds()));
      await queue.hurry();
    }
    expect(seen).toEqual([2, 4, 8, 40]);
  });

  it('does not send a code that expired during the outage', async () => {
    const bySms = await queue.challenge('phone');
    await smsTo('+380671234567', bySms);
    await queue.jobs.drain();
    queue.clock.advance(31 * 60_000);
    gateway = await startSmsGateway(webhookProtocol, { port: smsPort });
    await queue.hurry();
    await queue.jobs.drain();
    expect(gateway.calls()).toBe(0);
    expect(await queue.deliveryOf(bySms)).toBe('failed');
    expect(queue.refunds).toEqual([bySms]);
  });

  it('sends a message once to a provider without ids (Twilio) when the first response was lost', async () => {
    const twilio = await startSmsGateway(twilioProtocol);
    const worker = queue.another({ sms: createTwilioSender({ ...TWILIO, apiRoot: twilio.url }) });
    const bySms = await queue.challenge('phone');
    twilio.refuse({ cut: 'after' }, { status: 500 });
    await smsTo('+380671234567', bySms);
    for (let round = 0; round < 3; round += 1) {
      await worker.drain();
      await queue.hurry();
    }
    expect(twilio.received).toHaveLength(1);
    expect(await queue.deliveryOf(bySms)).toBe('sent');
    expect(queue.refunds).toEqual([]);
    await twilio.close();
  });

  it('keeps the charge of a try during which the process crashed, and refunds one that the provider rejected', async () => {
    const [crashed, refused] = [await queue.challenge('phone'), await queue.challenge('phone')];
    const failing = new Map<string, Error>([
      ['+380671234567', new Error('the process ended here')],
      ['+380671234568', new DeliveryError('429', { permanent: false })],
    ]);
    const worker = queue.another({ sms: { send: async ({ to }) => Promise.reject(failing.get(to)) } });
    await smsTo('+380671234567', crashed);
    await smsTo('+380671234568', refused);
    await worker.drain();
    queue.clock.advance(31 * 60_000);
    await queue.hurry();
    await queue.jobs.drain();
    expect([await queue.deliveryOf(crashed), await queue.deliveryOf(refused)]).toEqual(['failed', 'failed']);
    expect(queue.refunds).toEqual([refused]);
  });

  it('fails a message at once when the provider rejects its recipient, and refunds the SMS', async () => {
    mailServer = await startMailServer({}, { port: mailPort });
    gateway = await startSmsGateway(webhookProtocol, { port: smsPort });
    mailServer.refuse({ at: 'rcpt', code: 550 });
    gateway.refuse({ status: 422 });
    const [byMail, bySms] = [await queue.challenge('email'), await queue.challenge('phone')];
    await mailTo('nobody@example.org', byMail);
    await smsTo('+380671234567', bySms);
    await queue.jobs.drain();
    expect([await queue.deliveryOf(byMail), await queue.deliveryOf(bySms)]).toEqual(['failed', 'failed']);
    expect(queue.refunds).toEqual([bySms]);
    expect(queue.failures).toContainEqual({ adapter: 'email', permanent: true });
    expect(queue.failures).toContainEqual({ adapter: 'sms', permanent: true });
    expect(await waitsSeconds()).toEqual([]);
  });

  it('fails a message after a day of tries', async () => {
    const byMail = await queue.challenge('email');
    await mailTo('ada@example.org', byMail);
    await queue.asOwner(
      `UPDATE graphile_worker._private_jobs SET payload = (payload::jsonb || '{"tries": ${MAX_TRIES - 1}}')::json`,
    );
    await queue.jobs.drain();
    expect(await queue.deliveryOf(byMail)).toBe('failed');
    expect(await waitsSeconds()).toEqual([]);
  });

  it('stores nothing readable in the queue', async () => {
    await mailTo('secret.person@example.org', await queue.challenge('email'), '573920');
    await queue.jobs.drain();
    const [row] = await queue.asOwner<{ row: string }>(
      'SELECT to_jsonb(j)::text AS row FROM graphile_worker._private_jobs j',
    );
    expect(row?.row).toContain('"tries": 1');
    expect(row?.row).not.toMatch(/573920|secret\.person|example\.org/);
  });

  // This test and the similar ones in worker.test.ts fail if the message's state is not checked.
  it('does not send a message again that is recorded as sent', async () => {
    let sent = 0;
    const bySms = await queue.challenge('phone');
    const counting: SmsSender = {
      send: async () => {
        sent += 1;
        const sentAt = queue.clock.now();
        await queue.db.message.updateMany({ where: { kind: 'sms', state: 'queued' }, data: { state: 'sent', sentAt } });
        await queue.db.challenge.update({ where: { id: bySms }, data: { delivery: 'sent' } });
        // A worker that crashes here leaves its job to another.
        throw new DeliveryError('cut', { permanent: false });
      },
    };
    await smsTo('+380671234567', bySms);
    const worker = queue.another({ sms: counting });
    for (let round = 0; round < 3; round += 1) {
      await worker.drain();
      await queue.hurry();
    }
    expect(sent).toBe(1);
    expect(await queue.deliveryOf(bySms)).toBe('sent');
    expect(await waitsSeconds()).toEqual([]);
  });
});
