import { freePort } from '@laurel/database/free-port';
import { holdLimits } from '@laurel/support/call-limits';
import { deliveryFailure } from '@laurel/support/delivery-failure';
import {
  type GatewayRefusal,
  SEVEN,
  type SmsGateway,
  sevenProtocol,
  startSmsGateway,
  TURBOSMS,
  TWILIO,
  TWILIO_SERVICE,
  turboSmsProtocol,
  twilioProtocol,
  WEBHOOK_SECRET,
  WHATSAPP,
  webhookProtocol,
  whatsAppProtocol,
} from '@laurel/support/sms-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInbox } from '../inbox.ts';
import { createInboxSms } from './inbox.ts';
import type { SmsSender } from './port.ts';
import { createSevenSender } from './seven.ts';
import { createTurboSmsSender } from './turbosms.ts';
import { createTwilioSender } from './twilio.ts';
import { createWebhookSender } from './webhook.ts';
import { createWhatsAppSender } from './whatsapp.ts';

const sms = (changes: { id?: string; to?: string; text?: string } = {}) => ({
  id: '5d0c7d2e',
  to: '+380671234567',
  text: '482913 — ваш код Meridian Awards & Co. 100% = так?',
  code: '482913',
  language: 'uk' as const,
  ...changes,
});

/** The time limit of a request, which passes only in a test of it. */
const timeoutMs = 600_000;
const twilioFor = (url: string, changes: Partial<typeof TWILIO> = {}): SmsSender =>
  createTwilioSender({ ...TWILIO, apiRoot: url, timeoutMs, ...changes });
const webhookFor = (url: string, secret = WEBHOOK_SECRET): SmsSender =>
  createWebhookSender({ url: `${url}/sms?queue=1`, secret, timeoutMs });

const turboSmsFor = (url: string, kind: 'sms' | 'viber' = 'sms', token = TURBOSMS.token): SmsSender =>
  createTurboSmsSender({ ...TURBOSMS, token, kind, apiRoot: url, timeoutMs });
const sevenFor = (url: string, kind: 'sms' | 'voice' = 'sms', apiKey = SEVEN.apiKey): SmsSender =>
  createSevenSender({ ...SEVEN, apiKey, kind, apiRoot: `${url}/api/`, timeoutMs });
const whatsAppFor = (url: string, token = WHATSAPP.token): SmsSender =>
  createWhatsAppSender({ ...WHATSAPP, token, apiRoot: `${url}/v23.0`, timeoutMs });

const { id, to, text } = sms();
const GATEWAYS = {
  Twilio: {
    protocol: twilioProtocol,
    open: (url: string) => twilioFor(url),
    unauthorised: (url: string) => twilioFor(url, { authToken: 'x' }),
    sent: { to, text, from: TWILIO.from },
  },
  'the webhook': {
    protocol: webhookProtocol,
    open: (url: string) => webhookFor(url),
    unauthorised: (url: string) => webhookFor(url, 'another secret of forty characters here'),
    sent: { id, to, text },
  },
  TurboSMS: {
    protocol: turboSmsProtocol,
    open: (url: string) => turboSmsFor(url),
    unauthorised: (url: string) => turboSmsFor(url, 'sms', 'x'),
    sent: { id, to, text, from: TURBOSMS.sender },
  },
  'Viber by TurboSMS': {
    protocol: turboSmsProtocol,
    open: (url: string) => turboSmsFor(url, 'viber'),
    unauthorised: (url: string) => turboSmsFor(url, 'viber', 'x'),
    sent: { id, to, text, from: TURBOSMS.sender },
  },
  seven: {
    protocol: sevenProtocol,
    open: (url: string) => sevenFor(url),
    unauthorised: (url: string) => sevenFor(url, 'sms', 'x'),
    sent: { id, to, text, from: SEVEN.from },
  },
  'a call by seven': {
    protocol: sevenProtocol,
    open: (url: string) => sevenFor(url, 'voice'),
    unauthorised: (url: string) => sevenFor(url, 'voice', 'x'),
    sent: { id, to, text: `<voice name="uk-ua-female">${text}</voice>`, from: SEVEN.from },
  },
  WhatsApp: {
    protocol: whatsAppProtocol,
    open: (url: string) => whatsAppFor(url),
    unauthorised: (url: string) => whatsAppFor(url, 'x'),
    sent: { id, to, text: '482913', from: 'uk' },
  },
} as const;

const failureOf = (sending: Promise<unknown>) =>
  deliveryFailure(sending, /380671234567|482913|(twilio|turbosms|seven|whatsapp)-token|shared secret/);

describe.each(Object.entries(GATEWAYS))('an SMS sender: %s', (_name, { protocol, open, unauthorised, sent }) => {
  let gateway: SmsGateway;
  let sender: SmsSender;
  beforeEach(async () => {
    gateway = await startSmsGateway(protocol);
    sender = open(gateway.url);
  });
  afterEach(() => gateway.close());

  it('sends one message, in any script, in the format of the gateway', async () => {
    await sender.send(sms());
    expect(gateway.received).toEqual([sent]);
  });

  it('reports wrong credentials as a temporary failure', async () => {
    expect((await failureOf(unauthorised(gateway.url).send(sms()))).permanent).toBe(false);
    expect(gateway.received).toEqual([]);
  });

  const temporary: [string, GatewayRefusal][] = [
    ['429', { status: 429, body: { code: 20429 } }],
    ['500', { status: 500 }],
    ['502 with a page', { status: 502, body: '<html>Bad gateway</html>' }],
    ['503', { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }],
    ['a wrong address', { status: 404 }],
    ...[403, 405, 408, 425].map((status): [string, GatewayRefusal] => [`${status}`, { status }]),
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
    ['silence', { hang: true }],
    ['a connection cut before the message was taken', { cut: 'before' }],
    ['a connection cut after the message was taken', { cut: 'after' }],
  ];
  it.each(temporary)('reports %s as a temporary failure', async (_name, refusal) => {
    gateway.refuse(refusal);
    const limits = holdLimits();
    const failing = failureOf(sender.send(sms()));
    if ('hang' in refusal) {
      await expect.poll(() => gateway.calls()).toBe(1);
      expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(timeoutMs);
      limits.passFirst();
    }
    const { permanent, retryAfterMs, uncertain } = await failing;
    expect(permanent).toBe(false);
    expect(retryAfterMs).toBeUndefined();
    expect(uncertain).toBe(!('status' in refusal && refusal.status < 500) || 'location' in (refusal.headers ?? {}));
    const before = gateway.received.length;
    await sender.send(sms({ id: 'next', text: 'another text' }));
    expect(gateway.received).toHaveLength(before + 1);
  });

  it('honours Retry-After up to a limit', async () => {
    gateway.refuse(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': '86400' } },
    );
    expect((await failureOf(sender.send(sms()))).retryAfterMs).toBe(7_000);
    expect((await failureOf(sender.send(sms()))).retryAfterMs).toBe(600_000);
  });

  it('reports a rejected message as a permanent failure', async () => {
    gateway.refuse({ status: 400, body: { code: 21211, message: 'Invalid To number +380671234567' } }, { status: 422 });
    expect(await failureOf(sender.send(sms()))).toMatchObject({ permanent: true, uncertain: false });
    expect(await failureOf(sender.send(sms()))).toMatchObject({ permanent: true, uncertain: false });
    expect(gateway.received).toEqual([]);
  });

  it('reports an unreachable gateway as a temporary failure, and stops when the signal aborts', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    expect(await failureOf(open(address).send(sms()))).toMatchObject({ permanent: false, uncertain: false });
    gateway.refuse({ hang: true });
    const stop = new AbortController();
    const sending = failureOf(sender.send(sms(), stop.signal));
    await expect.poll(() => gateway.calls()).toBe(1);
    stop.abort();
    expect((await sending).permanent).toBe(false);
  });
});

describe('Twilio', () => {
  let gateway: SmsGateway;
  beforeEach(async () => {
    gateway = await startSmsGateway(twilioProtocol);
  });
  afterEach(() => gateway.close());

  const statuses: [string, number, number, boolean][] = [
    ['an invalid number', 400, 21211, true],
    ['a number that opted out', 400, 21610, true],
    ['a landline', 400, 21614, true],
    ['a country that is not enabled', 400, 21408, true],
    ['a text that is too long', 400, 21617, true],
    ['an account that sends too fast', 429, 20429, false],
    ['a sender that is not ours', 400, 21606, false],
    ['a sender whose queue is full', 400, 21611, false],
    ['a messaging service without senders', 400, 21704, false],
    ['a malformed id of the messaging service', 400, 21705, false],
    ['a failure of its own', 500, 20500, false],
  ];
  it.each(statuses)('classifies %s (HTTP %i, %i)', async (_name, status, code, permanent) => {
    gateway.refuse({ status, body: { code, message: 'refused', status } });
    const failure = await failureOf(twilioFor(gateway.url).send(sms()));
    expect(failure.permanent).toBe(permanent);
    expect(failure.message).toBe(`twilio: ${status} ${code}`);
  });

  describe('after a try without a response', () => {
    const retry = { ...sms(), afterUncertainTry: true };

    it('does not send a message again that Twilio has, even if Twilio changed the text', async () => {
      const sender = twilioFor(gateway.url);
      gateway.refuse({ cut: 'after' });
      expect((await failureOf(sender.send(sms()))).uncertain).toBe(true);
      await sender.send(retry);
      expect(gateway.received).toHaveLength(1);
      expect(gateway.calls()).toBe(2);
    });

    it('sends a message that Twilio does not have: no message, another code, or another number', async () => {
      const sender = twilioFor(gateway.url);
      await sender.send(sms({ text: '111111 is another code' }));
      await sender.send(sms({ to: '+380501112233' }));
      await sender.send(retry);
      expect(gateway.received.map(({ to, text }) => [to, text.slice(0, 6)])).toEqual([
        ['+380671234567', '111111'],
        ['+380501112233', '482913'],
        ['+380671234567', '482913'],
      ]);
    });

    it('sends nothing while the lookup fails, and reports a temporary failure', async () => {
      const sender = twilioFor(gateway.url);
      const failures: GatewayRefusal[] = [{ status: 400, body: { code: 20001 } }, { status: 500 }, { cut: 'before' }];
      for (const failure of failures) {
        gateway.refuse(failure);
        expect(await failureOf(sender.send(retry))).toMatchObject({ permanent: false, uncertain: false });
      }
      expect(gateway.received).toEqual([]);
    });
  });

  it.each([
    ['-0.00750', { micros: 7_500, currency: 'USD' }],
    ['0', { micros: 0, currency: 'USD' }],
    ['', undefined],
    [null, undefined],
  ])('reports the price %j as the cost %j', async (price, cost) => {
    gateway.refuse({ status: 201, body: { price, price_unit: 'USD' } });
    expect(await twilioFor(gateway.url).send(sms())).toEqual(cost);
  });

  it('sends from a configured messaging service', async () => {
    await twilioFor(gateway.url, { from: TWILIO_SERVICE }).send(sms());
    expect(gateway.received).toMatchObject([{ from: TWILIO_SERVICE }]);
  });
});

describe('a gateway with idempotent ids', () => {
  it.each([
    ['the webhook', webhookProtocol, webhookFor],
    ['TurboSMS', turboSmsProtocol, turboSmsFor],
    ['seven', sevenProtocol, sevenFor],
  ])('gets the same id with every try, so that %s can detect duplicates', async (_name, protocol, senderFor) => {
    const gateway = await startSmsGateway(protocol);
    const sender = senderFor(gateway.url);
    gateway.refuse({ cut: 'after' });
    await failureOf(sender.send(sms()));
    await sender.send(sms());
    expect(gateway.calls()).toBe(2);
    expect(gateway.received).toHaveLength(1);
    await gateway.close();
  });
});

describe('the development inbox for SMS', () => {
  it('stores sent messages, newest first, and no rejected ones', async () => {
    const inbox = createInbox(() => new Date('2025-11-01T10:00:00Z'));
    const gateway = await startSmsGateway(webhookProtocol);
    const behind = createInboxSms(inbox, webhookFor(gateway.url));
    await createInboxSms(inbox).send(sms({ text: 'first' }));
    await behind.send(sms({ text: 'second' }));
    gateway.refuse({ status: 500 });
    await failureOf(behind.send(sms({ text: 'third' })));
    expect(gateway.received.map(({ text }) => text)).toEqual(['second']);
    expect(inbox.list()).toMatchObject([
      { channel: 'sms', to: '+380671234567', text: 'second', createdAt: '2025-11-01T10:00:00.000Z' },
      { text: 'first' },
    ]);
    await gateway.close();
  });

  it('removes the oldest messages first', () => {
    const inbox = createInbox(() => new Date(), 3);
    for (const text of ['1', '2', '3', '4']) inbox.add({ channel: 'sms', to: '+380671234567', text });
    expect(inbox.list().map(({ text }) => text)).toEqual(['4', '3', '2']);
  });
});
