import { freePort } from '@laurel/database/free-port';
import { holdLimits } from '@laurel/support/call-limits';
import { deliveryFailure } from '@laurel/support/delivery-failure';
import type { Fault } from '@laurel/support/http-peer';
import { GATEWAY_TOKEN, startTelegramGateway, type TelegramGateway } from '@laurel/support/telegram-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SmsSender } from '../sms/port.ts';
import { createTelegramGateway } from './sender.ts';

const to = '+380671234567';
const sms = { id: '5d0c7d2e-0c6f-4a2f-9d3e-3f8f0a1b2c3d', to, text: '482913 is your code.', code: '482913' };
const COST = { micros: 10_000, currency: 'USD' };

/** The time limit of a request, which passes only in a test of it. */
const timeoutMs = 600_000;
let gateway: TelegramGateway;
let sender: SmsSender;
const senderAt = (apiRoot: string, token = GATEWAY_TOKEN): SmsSender =>
  createTelegramGateway({ token, apiRoot, timeoutMs });
beforeEach(async () => {
  gateway = await startTelegramGateway();
  sender = senderAt(gateway.url);
});
afterEach(() => gateway.close());

const failureOf = (sending: Promise<unknown>) => deliveryFailure(sending, /380671234567|482913|gateway-token/);

describe('the Telegram Gateway', () => {
  it('asks whether the number can be reached, and sends our own code for one fee', async () => {
    const reportUrl = 'https://awards.example/api/telegram/gateway';
    const reported = createTelegramGateway({ token: GATEWAY_TOKEN, apiRoot: `${gateway.url}/`, reportUrl });
    expect(await reported.send(sms)).toEqual(COST);
    expect(await sender.send({ ...sms, id: 'another' })).toEqual(COST);
    expect(gateway.sent).toEqual([
      { to, code: '482913', payload: sms.id, callback: reportUrl },
      { to, code: '482913', payload: 'another', callback: undefined },
    ]);
    expect(gateway.calls.slice(0, 2)).toEqual(['checkSendAbility', 'sendVerificationMessage']);
    expect(gateway.fees()).toBe(2);
  });

  it('reports a number that it can’t reach as a permanent failure of nobody, for no fee', async () => {
    gateway.unreachable.add(to);
    const failure = await failureOf(sender.send(sms));
    expect(failure).toMatchObject({ permanent: true, unreachable: true, uncertain: false });
    expect(failure.message).toBe('telegram: PHONE_NUMBER_NOT_FOUND');
    expect([gateway.fees(), gateway.calls]).toEqual([0, ['checkSendAbility']]);
  });

  it.each([
    ['a wrong token', 'ACCESS_TOKEN_INVALID', undefined],
    ['an empty account', 'BALANCE_NOT_ENOUGH', undefined],
    ['too many requests', 'FLOOD_WAIT_17', 17_000],
    ['words that name the number', `no balance for ${to}`, undefined],
  ])('reports %s as a temporary failure, whatever the status', async (_name, error, retryAfterMs) => {
    for (const status of [200, 400, 401]) {
      gateway.fail('checkSendAbility', { status, body: { ok: false, error } });
      const failure = await failureOf(sender.send(sms));
      expect(failure).toMatchObject({ permanent: false, unreachable: false, uncertain: false, retryAfterMs });
    }
    expect(await failureOf(senderAt(gateway.url, 'x').send(sms))).toMatchObject({ permanent: false });
    expect(gateway.sent).toEqual([]);
  });

  const faults: [string, Fault, uncertain: boolean][] = [
    ['429', { status: 429, body: '' }, false],
    ['404', { status: 404, body: '<html>' }, false],
    ['502 with a page', { status: 502, body: '<html>Bad gateway</html>' }, true],
    ['an answer in another form', { status: 200, body: { ok: true, result: { id: 7 } } }, true],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, true],
    ['silence', 'silence', true],
    ['a connection cut before the message was taken', 'cut', true],
    ['a connection cut after it', 'cut after', true],
  ];
  it.each(faults)('reports %s as a temporary failure, and sends the message once', async (_name, fault, uncertain) => {
    const limits = holdLimits();
    // The question changes nothing, so its failure is certain.
    for (const method of ['checkSendAbility', 'sendVerificationMessage'] as const) {
      gateway.fail(method, fault);
      const isSending = method === 'sendVerificationMessage';
      const before = gateway.calls.length;
      const failing = failureOf(sender.send(sms));
      if (fault === 'silence') {
        await expect.poll(() => gateway.calls.slice(before).at(-1)).toBe(method);
        // That of the question before it.
        if (isSending) limits.passFirst();
        limits.passFirst();
      }
      expect(await failing).toMatchObject({ permanent: false, uncertain: isSending && uncertain });
    }
    expect(await sender.send({ ...sms, afterUncertainTry: uncertain })).toEqual(COST);
    expect(gateway.sent).toHaveLength(1);
    const isCharged = fault === 'cut after';
    expect(gateway.fees()).toBe(isCharged ? 2 : 1);
  });

  it('sends nothing again while it is not known whether an earlier try was accepted', async () => {
    gateway.fail('sendVerificationMessage', 'cut after');
    await failureOf(sender.send(sms));
    gateway.fail('checkVerificationStatus', { status: 500 });
    expect(await failureOf(sender.send({ ...sms, afterUncertainTry: true }))).toMatchObject({ uncertain: false });
    expect(gateway.sent).toHaveLength(1);
  });

  it('reports an unreachable gateway as a temporary failure, and stops when the signal aborts', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    expect(await failureOf(senderAt(address).send(sms))).toMatchObject({ permanent: false, uncertain: false });
    gateway.fail('sendVerificationMessage', 'silence');
    const stop = new AbortController();
    const sending = failureOf(sender.send(sms, stop.signal));
    await expect.poll(() => gateway.calls.length).toBe(2);
    stop.abort();
    expect(await sending).toMatchObject({ permanent: false, uncertain: true });
  });

  it('sends no other text', async () => {
    const { code: _code, ...text } = sms;
    expect(await failureOf(sender.send(text))).toMatchObject({ permanent: true });
  });
});
