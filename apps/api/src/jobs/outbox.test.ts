import { useTestQueue } from '@laurel/support/hooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';

describe('the outbox', () => {
  const queue = useTestQueue();

  const mail = (to: string, code = '482913') => ({
    to,
    language: 'en' as const,
    message: { kind: 'email_code' as const, name: 'Ada Lovelace', code },
  });
  const sms = (to: string, challengeId: string, code = '482913') => ({
    to,
    challengeId,
    language: 'uk' as const,
    message: { kind: 'phone_code' as const, code },
  });
  const waiting = async (): Promise<number> =>
    (await queue.asOwner('SELECT 1 FROM graphile_worker._private_jobs')).length;

  beforeEach(async () => {
    await queue.jobs.drain();
  });

  it('sends a mail after its transaction commits, and records it as sent', async () => {
    const challengeId = await queue.challenge('email');
    await queue.transact((tx) => queue.outbox.mail(tx, { ...mail('ada@example.org', '730051'), challengeId }));
    expect(await queue.deliveryOf(challengeId)).toBe('queued');
    await queue.jobs.drain();

    const [message] = queue.inbox.list();
    expect(message).toMatchObject({
      channel: 'email',
      to: 'ada@example.org',
      subject: 'Your Meridian Awards confirmation code',
    });
    expect(message?.text).toContain('730051');
    expect(await queue.deliveryOf(challengeId)).toBe('sent');
    expect(await waiting()).toBe(0);
  });

  it('I18-03 writes mails and SMS in the language of the recipient', async () => {
    const challengeId = await queue.challenge('phone');
    await queue.transact(async (tx) => {
      await queue.outbox.sms(tx, sms('+380671234567', challengeId, '118842'));
      await queue.outbox.mail(tx, { ...mail('taras@example.org', '901736'), language: 'uk' });
      await queue.outbox.mail(tx, mail('emma@example.org', '662014'));
    });
    await queue.jobs.drain();

    const to = (address: string) => queue.inbox.list().find((each) => each.to === address);
    expect(to('+380671234567')?.text).toMatch(/^118842 — ваш код Meridian Awards/);
    expect(to('taras@example.org')?.subject).toBe('Meridian Awards: ваш код підтвердження');
    expect(to('taras@example.org')?.text).toContain('Введіть цей код на сайті');
    expect(to('emma@example.org')?.text).toContain('Enter this code on the site');
    expect(await queue.deliveryOf(challengeId)).toBe('sent');
  });

  it('sends nothing from a transaction that was rolled back', async () => {
    const before = queue.inbox.list().length;
    const failing = queue.transact(async (tx) => {
      await queue.outbox.mail(tx, mail('nobody@example.org'));
      await queue.outbox.sms(tx, sms('+380671234567', await queue.challenge('phone')));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await queue.jobs.drain();
    expect(queue.inbox.list()).toHaveLength(before);
    expect(await waiting()).toBe(0);
  });

  it('stores no code, name or address in plain text in the queue', async () => {
    const challengeId = await queue.challenge('phone');
    await queue.transact(async (tx) => {
      await queue.outbox.mail(tx, { ...mail('secret.person@example.org', '573920') });
      await queue.outbox.sms(tx, sms('+380501112233', challengeId, '573920'));
    });
    const rows = await queue.asOwner<{ row: string }>(
      'SELECT to_jsonb(j)::text AS row FROM graphile_worker._private_jobs j',
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      const decoded = [...row.matchAll(/[\w+/]{40,}={0,2}/g)].map(([found]) => Buffer.from(found, 'base64').toString());
      for (const text of [row, ...decoded]) {
        expect(text).not.toMatch(/573920|secret\.person|example\.org|380501112233|Lovelace/);
        expect(text).not.toContain(challengeId);
      }
    }
  });

  it('drops a code that expired before it was sent, and refunds its SMS', async () => {
    const [byMail, bySms] = [await queue.challenge('email'), await queue.challenge('phone')];
    const before = queue.inbox.list().length;
    await queue.transact(async (tx) => {
      await queue.outbox.mail(tx, { ...mail('late@example.org'), challengeId: byMail });
      await queue.outbox.sms(tx, sms('+380671234567', bySms));
      await queue.outbox.mail(tx, { ...mail('late@example.org'), dropAfter: after(queue.clock.now(), 60_000) });
    });
    queue.clock.advance(31 * 60_000);
    await queue.jobs.drain();
    expect(queue.inbox.list()).toHaveLength(before);
    expect([await queue.deliveryOf(byMail), await queue.deliveryOf(bySms)]).toEqual(['failed', 'failed']);
    expect(queue.refunds).toEqual([bySms]);
    expect(await waiting()).toBe(0);
  });

  it('does not send a code that was replaced or used', async () => {
    const [replaced, answered] = [await queue.challenge('phone'), await queue.challenge('phone')];
    const before = queue.inbox.list().length;
    queue.refunds.length = 0;
    await queue.transact(async (tx) => {
      await queue.outbox.sms(tx, sms('+380671234567', replaced));
      await queue.outbox.sms(tx, sms('+380671234567', answered));
    });
    const now = queue.clock.now();
    await queue.db.challenge.update({ where: { id: replaced }, data: { expiresAt: now } });
    await queue.db.challenge.update({ where: { id: answered }, data: { consumedAt: now } });
    await queue.jobs.drain();
    expect(queue.inbox.list()).toHaveLength(before);
    expect(await queue.deliveryOf(replaced)).toBe('failed');
    // It was never tried: its code came by another message.
    expect(queue.refunds.toSorted()).toEqual([replaced, answered].toSorted());
  });
});
