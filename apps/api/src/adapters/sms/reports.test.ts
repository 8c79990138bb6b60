import { META_SECRET, SIGNING_KEY, sevenReport, whatsAppReport } from '@laurel/support/delivery-reports';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, type PhoneOwner, phoneOwner } from '@laurel/support/phones';
import {
  SEVEN,
  type SmsGateway,
  sevenProtocol,
  startSmsGateway,
  WHATSAPP,
  whatsAppProtocol,
} from '@laurel/support/sms-gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

let seven: SmsGateway;
let meta: SmsGateway;
let api: TestApi;
beforeAll(async () => {
  [seven, meta] = await Promise.all([startSmsGateway(sevenProtocol), startSmsGateway(whatsAppProtocol)]);
  api = await startTestApi({
    PUBLIC_URL: 'https://awards.example',
    PHONE_CODE_CHANNELS: 'sms,whatsapp,voice',
    SMS_PROVIDER: 'seven',
    SMS_HOURLY_BUDGET: '3',
    SEVEN_API_KEY: SEVEN.apiKey,
    SEVEN_SIGNING_KEY: SIGNING_KEY,
    SEVEN_SENDER: SEVEN.from,
    SEVEN_CALLER: SEVEN.from,
    SEVEN_API_ROOT: `${seven.url}/api`,
    WHATSAPP_TOKEN: WHATSAPP.token,
    WHATSAPP_NUMBER_ID: WHATSAPP.numberId,
    WHATSAPP_TEMPLATE: WHATSAPP.template,
    WHATSAPP_API_ROOT: `${meta.url}/v23.0`,
    WHATSAPP_APP_SECRET: META_SECRET,
    WHATSAPP_VERIFY_TOKEN: 'a verify token of a test',
  });
});
afterAll(async () => {
  await Promise.all([api.close(), seven.close(), meta.close()]);
});
beforeEach(() => api.clock.advance(60 * MINUTE_MS));

const check = async ({ token }: PhoneOwner) => refusalOf(await api.get('/users/check-phone', { token })).metadata;
const chargesOf = ({ accountId }: PhoneOwner) =>
  api.deps.db.smsCharge.findMany({ where: { accountId }, orderBy: { chargedAt: 'asc' } });
/** Sends a code by a channel. */
const sendTo = async (owner: PhoneOwner, channel: string) => {
  const answer = await askForSms(api, owner, { channel });
  await api.deps.jobs.drain();
  const sent = [...seven.received, ...meta.received].findLast(({ to }) => to === owner.phoneNumber);
  return { answer, id: sent?.id ?? '', text: sent?.text ?? '' };
};
const report = async ({ url, body, headers }: { url: string; body: string; headers: Record<string, string> }) =>
  (await api.app.inject({ method: 'POST', url, payload: body, headers })).statusCode;

describe('a code by a call', () => {
  it('PH-01 confirms the phone, and is recorded with what it cost', async () => {
    const ada = await phoneOwner(api);
    const { answer, id, text } = await sendTo(ada, 'voice');
    const [, spoken = ''] = /is: ([\d, ]{16})\. Once more: \1\./.exec(text) ?? [];
    expect(await api.deps.db.message.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ provider: 'seven', state: 'sent', costMicros: 75_000n, currency: 'EUR' },
    });
    const confirmed = await confirmPhone(api, ada, { requestKey: handleOf(answer), code: spoken.replaceAll(', ', '') });
    expect(confirmed.statusCode).toBe(200);
  });

  // This test fails while calls are not dear.
  it('uses up the budgets of an hour as a text message does', async () => {
    for (const channel of ['voice', 'sms', 'voice', 'whatsapp']) {
      expect((await sendTo(await phoneOwner(api), channel)).answer.statusCode).toBe(200);
    }
    expect(refusalOf((await sendTo(await phoneOwner(api), 'voice')).answer).code).toBe('phone.budget');
  });
});

describe('a report that a message did not arrive', () => {
  it.each([
    ['whatsapp', 'failed', 'voice', false],
    ['sms', 'NOTDELIVERED', 'whatsapp', true],
    ['voice', 'no-answer', null, true],
  ])(
    'by %s (%s) offers the next channel, and gives back once what costs nothing',
    async (channel, status, next, isPaid) => {
      const ada = await phoneOwner(api);
      const { id } = await sendTo(ada, channel);
      const tell = (word: string) =>
        report(channel === 'whatsapp' ? whatsAppReport(id, word) : sevenReport(id, word, api.clock.now()));
      expect(await tell('delivered')).toBe(200);
      expect(await check(ada)).toMatchObject({ delivery: 'sent' });
      expect(await tell(status)).toBe(200);
      expect(await check(ada)).toEqual({ delivery: 'failed', channel, next });
      const charges = await chargesOf(ada);
      expect(charges.map(({ refundedAt }) => refundedAt === null)).toEqual([isPaid]);
      api.clock.advance(MINUTE_MS);
      expect(await tell(status)).toBe(200);
      expect(await chargesOf(ada)).toEqual(charges);
      expect((await askForSms(api, ada)).json().metadata).toMatchObject({
        channel: channel === 'sms' ? 'whatsapp' : 'sms',
      });
    },
  );

  // This test fails (the message counts as sent) if the answer, or another try, takes away what the report said.
  it.each([
    ['and that it took the message', undefined, { tries: 1, costMicros: 75_000n }],
    ['and its answer is lost', { cut: 'after' } as const, { tries: 0, costMicros: null }],
  ])('counts if the provider reports first %s', async (_then, refusal, told) => {
    const ada = await phoneOwner(api);
    seven.onAccepted(({ id = '' }) => report(sevenReport(id, 'NOTDELIVERED', api.clock.now())));
    if (refusal) seven.refuse(refusal);
    const { id } = await sendTo(ada, 'sms');
    await api.deps.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`;
    await api.deps.jobs.drain();
    seven.onAccepted(async () => undefined);
    expect(await check(ada)).toEqual({ delivery: 'failed', channel: 'sms', next: 'whatsapp' });
    const problem = 'seven: not delivered, NOTDELIVERED';
    expect(await api.deps.db.message.findUniqueOrThrow({ where: { id } })).toMatchObject({ problem, ...told });
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: null }]);
  });

  it('is refused if it is forged, changed or old', async () => {
    const ada = await phoneOwner(api);
    const { id } = await sendTo(ada, 'sms');
    const now = api.clock.now();
    const right = sevenReport(id, 'FAILED', now);
    const byMeta = whatsAppReport(id, 'failed');
    for (const forged of [
      sevenReport(id, 'FAILED', now, 'another key'),
      { ...right, headers: { ...right.headers, 'x-nonce': 'another' } },
      sevenReport(id, 'FAILED', new Date(now.getTime() - 11 * MINUTE_MS)),
      whatsAppReport(id, 'failed', 'another secret'),
      { ...byMeta, body: `${byMeta.body} ` },
    ]) {
      expect(await report(forged)).toBe(401);
    }
    expect(await check(ada)).toMatchObject({ delivery: 'sent' });
  });

  // This test fails without the provider in recordLost: WhatsApp’s word gives the charge of another one’s message back.
  it('changes nothing of a message that another provider sent, or nobody', async () => {
    const [ada, bell] = [await phoneOwner(api), await phoneOwner(api)];
    const [byMeta, bySeven] = [await sendTo(ada, 'whatsapp'), await sendTo(bell, 'sms')];
    for (const id of [byMeta.id, '681590']) expect(await report(sevenReport(id, 'FAILED', api.clock.now()))).toBe(200);
    for (const id of [bySeven.id, 'no id of ours']) expect(await report(whatsAppReport(id, 'failed'))).toBe(200);
    expect([await check(ada), await check(bell)]).toMatchObject([{ delivery: 'sent' }, { delivery: 'sent' }]);
    expect(await chargesOf(ada)).toMatchObject([{ refundedAt: null }]);
  });
});
