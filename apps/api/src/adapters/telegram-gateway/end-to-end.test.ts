import { startTestApi, type TestApi } from '@laurel/support/harness';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, type PhoneOwner, phoneOwner } from '@laurel/support/phones';
import { tally } from '@laurel/support/social';
import {
  GATEWAY_TOKEN,
  gatewayReport,
  startTelegramGateway,
  type TelegramGateway,
} from '@laurel/support/telegram-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT_PATH } from './reports.ts';

const MINUTE_MS = 60_000;

let gateway: TelegramGateway;
let api: TestApi;
beforeAll(async () => {
  gateway = await startTelegramGateway();
  api = await startTestApi({
    PUBLIC_URL: 'https://awards.example',
    PHONE_CODE_CHANNELS: 'telegram,sms',
    TELEGRAM_GATEWAY_TOKEN: GATEWAY_TOKEN,
    TELEGRAM_GATEWAY_API_ROOT: gateway.url,
  });
});
afterAll(async () => {
  await api.close();
  await gateway.close();
});

const check = async ({ token }: PhoneOwner) => refusalOf(await api.get('/users/check-phone', { token })).metadata;
const chargesOf = ({ accountId }: PhoneOwner) =>
  api.deps.db.smsCharge.findMany({ where: { accountId }, orderBy: { chargedAt: 'asc' } });
/** Sends a code by Telegram. */
const sendTo = async (owner: PhoneOwner) => {
  const answer = await askForSms(api, owner);
  await api.deps.jobs.drain();
  const sent = gateway.sent.findLast(({ to }) => to === owner.phoneNumber);
  return { answer, code: sent?.code ?? '', id: sent?.payload ?? '', callback: sent?.callback };
};
const report = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  api.app.inject({ method: 'POST', url: REPORT_PATH, payload: body, headers });

describe('a code by Telegram', () => {
  it('confirms the phone, and is recorded with what it cost', async () => {
    const ada = await phoneOwner(api);
    const { answer, code, id, callback } = await sendTo(ada);
    expect(callback).toBe(`https://awards.example${REPORT_PATH}`);
    expect(await check(ada)).toEqual({ delivery: 'sent', channel: 'telegram', next: 'sms' });
    expect(await api.deps.db.message.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ provider: 'telegram', state: 'sent', costMicros: 10_000n, currency: 'USD', purpose: 'phone_code' },
    });
    expect((await confirmPhone(api, ada, { requestKey: handleOf(answer), code })).statusCode).toBe(200);
  });

  it('to a number without Telegram fails at once for no charge, and is no failure of the provider', async () => {
    const ada = await phoneOwner(api);
    gateway.unreachable.add(ada.phoneNumber);
    const { answer } = await sendTo(ada);
    expect(await check(ada)).toEqual({ delivery: 'failed', channel: 'telegram', next: 'sms' });
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: api.clock.now() }]);
    expect(await api.deps.db.message.findMany({ where: { accountId: ada.accountId } })).toMatchObject([
      { state: 'given_up', givenUpWhy: 'refused', tries: 0 },
    ]);
    const { values } = await api.deps.metrics.adapterFailures.get();
    expect(values.filter(({ value }) => value > 0)).toEqual([]);
    const wrong = { requestKey: handleOf(answer), code: '000000' };
    expect(refusalOf(await confirmPhone(api, ada, wrong)).code).toBe('phone_code.undeliverable');
    const bySms = await askForSms(api, ada, { channel: 'sms' });
    expect(handleOf(bySms)).toBe(handleOf(answer));
    expect(await check(ada)).toEqual({ delivery: 'queued', channel: 'sms', next: null });
  });

  it('is sent once when the gateway has it and its answer is lost', async () => {
    const ada = await phoneOwner(api);
    gateway.fail('sendVerificationMessage', 'cut after');
    await sendTo(ada);
    await api.deps.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`;
    await api.deps.jobs.drain();
    expect(gateway.sent.filter(({ to }) => to === ada.phoneNumber)).toHaveLength(1);
    expect(await check(ada)).toMatchObject({ delivery: 'sent' });
  });
});

describe('a report of the gateway', () => {
  it('that the fee is refunded gives the charge back once, and offers the next channel', async () => {
    const ada = await phoneOwner(api);
    const { id } = await sendTo(ada);
    const refunded = gatewayReport(id, api.clock.now());
    expect((await report(refunded)).statusCode).toBe(200);
    expect(await check(ada)).toEqual({ delivery: 'failed', channel: 'telegram', next: 'sms' });
    const first = api.clock.now();
    api.clock.advance(MINUTE_MS);
    expect((await report(refunded)).statusCode).toBe(200);
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: first }]);
  });

  it('of a delivery changes nothing', async () => {
    const ada = await phoneOwner(api);
    const { id } = await sendTo(ada);
    expect((await report(gatewayReport(id, api.clock.now(), { isRefunded: false }))).statusCode).toBe(200);
    expect(await check(ada)).toMatchObject({ delivery: 'sent' });
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: null }]);
  });

  it('is refused if it is forged, changed or old', async () => {
    const ada = await phoneOwner(api);
    const { id } = await sendTo(ada);
    const now = api.clock.now();
    const right = gatewayReport(id, now);
    const { 'x-request-signature': _signature, ...unsigned } = right.headers;
    const later = String(Number(right.headers['x-request-timestamp']) + 1);
    for (const forged of [
      gatewayReport(id, now, { token: 'another token' }),
      { ...right, headers: unsigned },
      { ...right, headers: { ...right.headers, 'x-request-timestamp': later } },
      { ...right, body: right.body.replace('0.01', '0.02') },
      gatewayReport(id, new Date(now.getTime() - 11 * MINUTE_MS)),
    ]) {
      expect((await report(forged)).statusCode).toBe(401);
    }
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: null }]);
    expect((await report(gatewayReport('no message', now))).statusCode).toBe(400);
  });

  // This test fails (no charge is left) with refunds by the id of the code.
  it('at the same moment as new requests gives back its own message’s charge only', async () => {
    const ada = await phoneOwner(api);
    const { id } = await sendTo(ada);
    api.clock.advance(2 * MINUTE_MS);
    const refunded = gatewayReport(id, api.clock.now());
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => askForSms(api, ada, { channel: 'telegram' }))),
      Promise.all(Array.from({ length: 10 }, () => report(refunded))),
    ]);
    expect(tally(answers.map((each) => String(each.statusCode)))).toEqual({ 200: 1, 429: 9 });
    await Promise.all(Array.from({ length: 10 }, () => report(refunded)));
    expect((await chargesOf(ada)).map(({ refundedAt }) => refundedAt === null)).toEqual([false, true]);
  });
});
