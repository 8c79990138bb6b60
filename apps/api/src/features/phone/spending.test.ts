import { startTestApi, type TestApi } from '@laurel/support/harness';
import { type HttpPeer, startPeer } from '@laurel/support/http-peer';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, phoneOwner, smsTo, textedCode } from '@laurel/support/phones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';

const MINUTE_MS = 60_000;

let api: TestApi;
let gateway: HttpPeer;
beforeAll(async () => {
  gateway = await startPeer(
    () => 'sms',
    () => ({ status: 202, body: {} }),
  );
  api = await startTestApi({
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: gateway.origin,
    SMS_WEBHOOK_SECRET: 'a secret of the gateway, long enough to be one',
    SMS_HOURLY_BUDGET: '6',
    SMS_COUNTRY_HOURLY_BUDGET: '4',
    SMS_NETWORK_HOURLY_BUDGET: '3',
  });
});
afterAll(async () => {
  await api.close();
  await gateway.close();
});

const from = (ip: string) => ({ ip });
const germanNumber = (): string => newNumber().replace('+38067', '+4915');
const refusedBy = async (budget: string): Promise<number> => {
  const { values } = await api.deps.metrics.smsRefused.get();
  return values.find(({ labels }) => labels.budget === budget)?.value ?? 0;
};
const nextHour = (): void => api.clock.advance(60 * MINUTE_MS);

describe('the budgets of an hour', () => {
  it('limit a network, a country code and all messages; a refusal sets Retry-After and the metric of the alarm', async () => {
    const send = async (ip: string, phoneNumber = newNumber()) =>
      askForSms(api, await phoneOwner(api, phoneNumber), {}, from(ip));
    const accepted = async (ip: string, phoneNumber?: string) =>
      expect((await send(ip, phoneNumber)).statusCode).toBe(200);
    const refused = async (ip: string, seconds: number, phoneNumber?: string) => {
      const response = await send(ip, phoneNumber);
      expect(refusalOf(response)).toMatchObject({ status: 429, code: 'phone.budget' });
      expect(response.headers['retry-after']).toBe(String(seconds));
    };

    await accepted('198.51.100.1');
    api.clock.advance(MINUTE_MS);
    await accepted('198.51.100.1');
    await accepted('198.51.100.1');
    await refused('198.51.100.1', 59 * 60);
    expect(await refusedBy('network')).toBe(1);
    // IPv6 is counted by /64.
    await accepted('2001:db8:1:2::1', germanNumber());
    await accepted('2001:db8:1:2::2', germanNumber());

    await accepted('198.51.100.2');
    await refused('198.51.100.3', 59 * 60);
    expect(await refusedBy('country')).toBe(1);
    await refused('198.51.100.3', 59 * 60, germanNumber());
    expect(await refusedBy('total')).toBe(1);

    api.clock.advance(59 * MINUTE_MS);
    await accepted('198.51.100.3');
    await refused('198.51.100.4', 60);
    api.clock.advance(MINUTE_MS);
    await accepted('198.51.100.4');
  });
});

describe('a text message that was not sent', () => {
  const gone = {
    status: 410,
    code: 'phone_code.undeliverable',
    errors: ['The text message could not be delivered. Check the number and ask for a new code'],
  };

  it('refunds its charge: the user sees the failure, and can request another message at once', async () => {
    nextHour();
    const ada = await phoneOwner(api);
    for (let failures = 0; failures < 4; failures += 1) {
      gateway.fail('sms', { status: 400, body: {} });
      const requestKey = handleOf(await askForSms(api, ada));
      expect(await smsTo(api, ada.phoneNumber)).toEqual([]);
      expect(refusalOf(await api.get('/users/check-phone', { token: ada.token })).metadata).toEqual({
        delivery: 'failed',
        channel: 'sms',
        next: null,
      });
      expect(refusalOf(await confirmPhone(api, ada, { requestKey, code: '123456' }))).toMatchObject(gone);
    }
    const requestKey = handleOf(await askForSms(api, ada));
    const code = await textedCode(api, ada.phoneNumber);
    expect((await confirmPhone(api, ada, { requestKey, code })).statusCode).toBe(200);
    const { accountId } = ada;
    expect(await api.deps.db.smsCharge.count({ where: { accountId, refundedAt: null } })).toBe(1);
    expect(await api.deps.db.smsCharge.count({ where: { accountId, refundedAt: { not: null } } })).toBe(4);
  });

  it('counts as failed if its code expired in the queue', async () => {
    nextHour();
    const ada = await phoneOwner(api);
    const requestKey = handleOf(await askForSms(api, ada));
    api.clock.advance(10 * MINUTE_MS);
    expect(await smsTo(api, ada.phoneNumber)).toEqual([]);
    expect(refusalOf(await confirmPhone(api, ada, { requestKey, code: '123456' }))).toMatchObject(gone);
  });

  it('is refunded once, and a sent one is not', async () => {
    nextHour();
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    await smsTo(api, ada.phoneNumber);
    const charge = await api.deps.db.smsCharge.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(charge.refundedAt).toBeNull();
    const first = api.clock.now();
    await api.deps.phones.refundCharge(api.deps.db, charge, first);
    await api.deps.phones.refundCharge(api.deps.db, charge, after(first, MINUTE_MS));
    const refunded = await api.deps.db.smsCharge.findUniqueOrThrow({ where: { id: charge.id } });
    expect(refunded.refundedAt).toEqual(first);
  });
});
