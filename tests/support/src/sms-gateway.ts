import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Fault, type PeerAnswer, type PeerRequest, type Place, startPeer } from './http-peer.ts';

export type ReceivedSms = { id?: string; to: string; from?: string; text: string };

/** What a gateway does instead of accepting: another response, none, or a broken connection before or after accepting. */
export type GatewayRefusal = PeerAnswer | { hang: true } | { cut: 'before' | 'after' };

export type SmsGateway = {
  url: string;
  /** The accepted messages, in order. */
  received: ReceivedSms[];
  /** The number of calls, accepted or not. */
  calls(): number;
  /** Called with each message that was accepted, before the call is answered. */
  onAccepted(listener: (sms: ReceivedSms) => Promise<unknown>): void;
  /** Refusals for the next calls, in order; later calls are accepted. */
  refuse(...refusals: GatewayRefusal[]): void;
  close(): Promise<void>;
};

type Reply = PeerAnswer & { sms?: ReceivedSms };
/** A gateway's handling of a well-formed call. */
type Protocol = (request: PeerRequest, body: string, received: readonly ReceivedSms[]) => Reply;

export const TWILIO = { accountSid: 'AC0123456789abcdef', authToken: 'twilio-token', from: '+15005550006' };
/** A messaging service of the same account, as the sender instead of a number. */
export const TWILIO_SERVICE = 'MG0123456789abcdef';
export const WEBHOOK_SECRET = 'a shared secret of forty characters here';

/** The part of Twilio's Smart Encoding that tests need: typographic marks become plain ones. */
const smartlyEncoded = (text: string): string => text.replaceAll('—', '-').replaceAll('’', "'");

/** Twilio's list of messages, newest first. */
const twilioList = (query: URLSearchParams, received: readonly ReceivedSms[]): Reply => {
  const messages = received
    .filter(({ to }) => to === query.get('To'))
    .toReversed()
    .slice(0, Number(query.get('PageSize') ?? 50))
    .map(({ to, from, text }) => ({ sid: 'SM1', to, from, body: smartlyEncoded(text), status: 'delivered' }));
  return { status: 200, body: { messages, page: 0 } };
};

/** Twilio's answers about lines by number; any other number is a mobile one. */
export const TWILIO_LINES: Readonly<Record<string, { type: string | null; error_code: number | null }>> = {
  '+380442345678': { type: 'landline', error_code: null },
  '+14159929960': { type: 'nonFixedVoip', error_code: null },
  '+12025550147': { type: 'fixedVoip', error_code: null },
  '+18005550199': { type: 'tollFree', error_code: null },
  '+16135550185': { type: null, error_code: 60_601 },
};

/** Twilio's Lookup, version 2: https://www.twilio.com/docs/lookup/v2-api/line-type-intelligence. */
const twilioLookup = ({ method, path, query }: PeerRequest): Reply => {
  if (method !== 'GET' || query.get('Fields') !== 'line_type_intelligence') return { status: 400 };
  const number = decodeURIComponent(path.replace('/v2/PhoneNumbers/', ''));
  const line = TWILIO_LINES[number] ?? { type: 'mobile', error_code: null };
  return { status: 200, body: { phone_number: number, line_type_intelligence: { carrier_name: 'Carrier', ...line } } };
};

/** Twilio's Messages resource: authentication, path and form as in https://www.twilio.com/docs/messaging/api. */
export const twilioProtocol: Protocol = (request, body, received) => {
  const failed = (status: number, code: number) => ({ status, body: { code, message: 'refused', status } });
  const credentials = Buffer.from(`${TWILIO.accountSid}:${TWILIO.authToken}`).toString('base64');
  if (request.headers.authorization !== `Basic ${credentials}`) return failed(401, 20003);
  if (request.path.startsWith('/v2/PhoneNumbers/')) return twilioLookup(request);
  if (request.path !== `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`) return failed(404, 20404);
  if (request.method === 'GET') return twilioList(request.query, received);
  if (request.method !== 'POST') return failed(405, 20004);
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return failed(400, 21602);
  const form = new URLSearchParams(body);
  const [to, text] = ['To', 'Body'].map((name) => form.get(name) ?? '');
  const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
  if (!to) return failed(400, 21604);
  if (form.get('From') !== TWILIO.from && form.get('MessagingServiceSid') !== TWILIO_SERVICE) return failed(400, 21606);
  if (!text) return failed(400, 21602);
  return { status: 201, body: { sid: 'SM1', status: 'queued' }, sms: { to, from, text } };
};

const webhookCall = z.strictObject({ id: z.string().min(1), to: z.string().min(1), text: z.string().min(1) });

/** The webhook: a signature over the bytes of the body, and a unique id. */
export const webhookProtocol: Protocol = (request, body, received) => {
  const given = Buffer.from(String(request.headers['x-signature'] ?? ''));
  const right = Buffer.from(createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return { status: 401, body: {} };
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
    return { status: 400, body: {} };
  const sms = webhookCall.parse(JSON.parse(body));
  if (received.some(({ id }) => id === sms.id)) return { status: 200, body: { repeated: true } };
  return { status: 202, body: {}, sms };
};

export const TURBOSMS = { token: 'turbosms-token', sender: 'Meridian' };
const turboSmsText = z.strictObject({ sender: z.literal(TURBOSMS.sender), text: z.string().min(1) });
const turboSmsCall = z.strictObject({
  sequence_id: z.string().min(1).max(50),
  recipients: z.tuple([z.string().regex(/^\d{7,15}$/)]),
  sms: turboSmsText.optional(),
  viber: turboSmsText.optional(),
});

/** TurboSMS: any answer has the status 200, and a repeated sequence_id gets the result of the first one. */
export const turboSmsProtocol: Protocol = ({ method, path, headers }, body, received) => {
  const answered = (code: number, status: string, result: unknown = null): Reply => ({
    status: 200,
    body: { response_code: code, response_status: status, response_result: result },
  });
  if (headers.authorization !== `Bearer ${TURBOSMS.token}`) return answered(301, 'INVALID_TOKEN');
  if (method === 'GET' && path === '/user/balance.json') return answered(0, 'OK', { balance: '104.5' });
  if (method !== 'POST' || path !== '/message/send.json') return answered(300, 'INVALID_REQUEST');
  const call = turboSmsCall.parse(JSON.parse(body));
  const [phone] = call.recipients;
  const result = [{ phone, response_code: 0, message_id: 'f83f8868-5e46', response_status: 'OK' }];
  if (received.some(({ id }) => id === call.sequence_id)) return answered(507, 'FAILED_DUPLICATE_REQUEST', result);
  const { sender: from, text } = call.sms ?? turboSmsText.parse(call.viber);
  const sms = { id: call.sequence_id, to: `+${phone}`, text, from };
  return { ...answered(800, 'SUCCESS_MESSAGE_ACCEPTED', result), sms };
};

export const SEVEN = { apiKey: 'seven-token', from: 'Meridian' };
const sevenCall = z.strictObject({
  to: z.string().regex(/^\+\d{7,15}$/),
  from: z.literal(SEVEN.from),
  text: z.string().min(1),
  foreign_id: z.string().regex(/^[\w.@-]+$/),
});

/** seven: most answers have the status 200; the same SMS is refused within minutes, and a call is not. */
export const sevenProtocol: Protocol = ({ method, path, headers }, body, received) => {
  const answered = (code: string, messages: unknown[] = []): Reply => ({
    status: 200,
    body: { success: code, total_price: 0.075, balance: 12.5, debug: 'false', messages },
  });
  if (headers['x-api-key'] !== SEVEN.apiKey) return { status: 401, body: '900' };
  if (method === 'GET' && path === '/api/balance') return { status: 200, body: { amount: 12.5, currency: 'EUR' } };
  if (method !== 'POST' || !['/api/sms', '/api/voice'].includes(path)) return { status: 404, body: '<html>' };
  const { to, from, text, foreign_id: id } = sevenCall.parse(JSON.parse(body));
  const isSame = (sms: ReceivedSms) => sms.to === to && sms.text === text;
  if (path === '/api/sms' && received.some(isSame)) return answered('402');
  const message = { id: '77149843739', sender: from, recipient: to.slice(1), text, price: 0.075 };
  return {
    ...answered('100', [{ ...message, success: true, error: null, error_text: null }]),
    sms: { id, to, text, from },
  };
};

export const WHATSAPP = { token: 'whatsapp-token', numberId: '106540352242922', template: 'laurel_code' };
const codeParameters = z.tuple([z.strictObject({ type: z.literal('text'), text: z.string().regex(/^\d{6}$/) })]);
const whatsAppCall = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^\d{7,15}$/),
  type: z.literal('template'),
  biz_opaque_callback_data: z.string().min(1).max(512),
  template: z.strictObject({
    name: z.literal(WHATSAPP.template),
    language: z.strictObject({ code: z.enum(['en', 'uk']) }),
    components: z.tuple([
      z.strictObject({ type: z.literal('body'), parameters: codeParameters }),
      z.strictObject({
        type: z.literal('button'),
        sub_type: z.literal('url'),
        index: z.literal('0'),
        parameters: codeParameters,
      }),
    ]),
  }),
});

/** WhatsApp's Cloud API: a template for codes, whose button has the code, too. */
export const whatsAppProtocol: Protocol = ({ method, path, headers }, body) => {
  const failed = (status: number, code: number): Reply => ({ status, body: { error: { message: 'refused', code } } });
  if (headers.authorization !== `Bearer ${WHATSAPP.token}`) return failed(401, 190);
  if (method !== 'POST' || path !== `/v23.0/${WHATSAPP.numberId}/messages`) return failed(404, 100);
  const { to, template, biz_opaque_callback_data: id } = whatsAppCall.parse(JSON.parse(body));
  const [{ parameters }] = template.components;
  const contacts = [{ input: to, wa_id: to }];
  const answer = {
    messaging_product: 'whatsapp',
    contacts,
    messages: [{ id: 'message-1', message_status: 'accepted' }],
  };
  return {
    status: 200,
    body: answer,
    sms: { id, to: `+${to}`, text: parameters[0].text, from: template.language.code },
  };
};

/** A real HTTP server with a gateway's protocol. */
export const startSmsGateway = async (protocol: Protocol, place: Place = {}): Promise<SmsGateway> => {
  const received: ReceivedSms[] = [];
  let calls = 0;
  const count = (): string => {
    calls += 1;
    return 'call';
  };
  let tell: (sms: ReceivedSms) => Promise<unknown> = async () => undefined;
  const take = async (request: PeerRequest): Promise<Reply> => {
    try {
      const reply = protocol(request, request.body.toString(), received);
      if (reply.sms) received.push(reply.sms);
      if (reply.sms) await tell(reply.sms);
      return reply;
    } catch {
      return { status: 400 };
    }
  };
  const faultOf = (refusal: GatewayRefusal): Fault => {
    if ('hang' in refusal) return 'silence';
    if ('cut' in refusal) return refusal.cut === 'before' ? 'cut' : 'cut after';
    return refusal;
  };
  const { origin, fail, close } = await startPeer(count, take, place);
  return {
    url: origin,
    received,
    calls: () => calls,
    onAccepted: (listener) => {
      tell = listener;
    },
    refuse: (...more) => {
      for (const refusal of more) fail('call', faultOf(refusal));
    },
    close,
  };
};
