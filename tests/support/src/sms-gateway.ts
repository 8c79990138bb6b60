import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export type ReceivedSms = { id?: string; to: string; from?: string; text: string };

/** What a gateway does instead of accepting: another response, none, or a broken connection before or after accepting. */
export type GatewayRefusal =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { hang: true }
  | { cut: 'before' | 'after' };

export type SmsGateway = {
  url: string;
  /** The accepted messages, in order. */
  received: ReceivedSms[];
  /** The number of calls, accepted or not. */
  calls(): number;
  /** Refusals for the next calls, in order; later calls are accepted. */
  refuse(...refusals: GatewayRefusal[]): void;
  close(): Promise<void>;
};

type Reply = { status: number; body: unknown; sms?: ReceivedSms };
/** A gateway's handling of a well-formed call. */
type Protocol = (request: IncomingMessage, body: string, received: readonly ReceivedSms[]) => Reply;

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

/** Twilio's Messages resource: authentication, path and form as in https://www.twilio.com/docs/messaging/api. */
export const twilioProtocol: Protocol = (request, body, received) => {
  const failed = (status: number, code: number) => ({ status, body: { code, message: 'refused', status } });
  const credentials = Buffer.from(`${TWILIO.accountSid}:${TWILIO.authToken}`).toString('base64');
  if (request.headers.authorization !== `Basic ${credentials}`) return failed(401, 20003);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway');
  if (pathname !== `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`) return failed(404, 20404);
  if (request.method === 'GET') return twilioList(searchParams, received);
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

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};

/** A real HTTP server with a gateway's protocol. */
export const startSmsGateway = async (protocol: Protocol, port = 0): Promise<SmsGateway> => {
  const received: ReceivedSms[] = [];
  const refusals: GatewayRefusal[] = [];
  let calls = 0;

  const answer = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1;
    const body = await readBody(request);
    const refusal = refusals.shift();
    if (refusal && 'hang' in refusal) return;
    if (refusal && 'status' in refusal) return answer(response, refusal.status, refusal.body ?? {}, refusal.headers);
    if (refusal?.cut === 'before') return void request.socket.destroy();
    const reply = protocol(request, body, received);
    if (reply.sms) received.push(reply.sms);
    if (refusal) return void request.socket.destroy();
    answer(response, reply.status, reply.body);
  };
  // Otherwise a slow caller may use a connection just as the server closes it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handle(request, response).catch(() => answer(response, 400, {}));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    calls: () => calls,
    refuse: (...more) => void refusals.push(...more),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
