import { startTestApi, type TestApi } from '@laurel/support/harness';
import { refusalOf } from '@laurel/support/people';
import { askForSms, type PhoneOwner, phoneOwner } from '@laurel/support/phones';
import { type SmsGateway, startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from '@laurel/support/sms-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

describe('a gateway that accepts a message without a response', () => {
  let api: TestApi;
  let gateway: SmsGateway;
  beforeAll(async () => {
    gateway = await startSmsGateway(webhookProtocol);
    api = await startTestApi({
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
  });
  afterAll(async () => {
    await api.close();
    await gateway.close();
  });

  /** Requests a code, makes one delivery fail with `refusal`, and lets the code expire in the queue. */
  const askAndExpire = async (person: PhoneOwner, refusal: Parameters<SmsGateway['refuse']>[0]) => {
    const { accountId } = person;
    await api.deps.db.session.updateMany({ where: { accountId }, data: { twoFactorAt: api.clock.now() } });
    const answer = await askForSms(api, person);
    if (answer.statusCode !== 200) return refusalOf(answer).code;
    gateway.refuse(refusal);
    await api.deps.jobs.drain();
    api.clock.advance(10 * MINUTE_MS);
    await api.deps.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`;
    await api.deps.jobs.drain();
    return 'granted';
  };

  it.each([
    ['cuts the connection', { cut: 'after' }],
    ['returns 504', { status: 504 }],
  ] as const)(
    'keeps the charge of the message that may have arrived when it %s, so that limits apply',
    async (_name, refusal) => {
      const ada = await phoneOwner(api);
      const answers: string[] = [];
      for (let tries = 0; tries < 5; tries += 1) answers.push(await askAndExpire(ada, refusal));
      expect(answers).toEqual(['granted', 'granted', 'phone.hourly', 'phone.hourly', 'phone.hourly']);
      api.clock.advance(60 * MINUTE_MS);
      expect(await askAndExpire(ada, refusal)).toBe('granted');
      expect(await askAndExpire(ada, refusal)).toBe('phone.daily');
      const { accountId } = ada;
      expect(await api.deps.db.smsCharge.count({ where: { accountId, refundedAt: { not: null } } })).toBe(0);
    },
  );

  it('refunds the charge when a later try is refused for good', async () => {
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    gateway.refuse({ cut: 'before' }, { status: 422 });
    await api.deps.jobs.drain();
    await api.deps.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`;
    await api.deps.jobs.drain();
    const charge = await api.deps.db.smsCharge.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(charge.refundedAt).toEqual(api.clock.now());
  });

  it('refunds the charge if no try can have arrived, because each was refused with 429 or 401', async () => {
    const ada = await phoneOwner(api);
    expect(await askAndExpire(ada, { status: 429 })).toBe('granted');
    expect(await askAndExpire(ada, { status: 401 })).toBe('granted');
    expect(await askAndExpire(ada, { status: 429 })).toBe('granted');
    expect(await askAndExpire(ada, { status: 429 })).toBe('granted');
  });
});
