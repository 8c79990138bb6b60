import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Fault, type PeerAnswer, type PeerRequest, startPeer } from './http-peer.ts';

export const GATEWAY_TOKEN = 'AAEC-gateway-token-for-tests';

/** The code that was sent to a number, and the message's id. */
type SentCode = { to: string; code: string; payload: string; callback: string | undefined };

type Method = 'checkSendAbility' | 'sendVerificationMessage' | 'checkVerificationStatus';

export type TelegramGateway = {
  url: string;
  /** The codes that were sent, in order. */
  sent: SentCode[];
  /** Numbers without Telegram. */
  unreachable: Set<string>;
  /** How many fees were charged. */
  fees(): number;
  /** The calls of each method, in order. */
  calls: Method[];
  /** Faults of the next calls of a method, in order. */
  fail(method: Method, ...faults: Fault[]): void;
  close(): Promise<void>;
};

const messageSchema = z.object({
  phone_number: z.string().regex(/^\+\d{7,15}$/),
  request_id: z.string(),
  code: z.string().regex(/^\d{4,8}$/),
  ttl: z.int().min(30).max(3600),
  payload: z.string().max(128),
  callback_url: z
    .url({ protocol: /^https$/ })
    .max(256)
    .optional(),
});

const refused = (error: string): PeerAnswer => ({ status: 200, body: { ok: false, error } });

/** A server with the protocol of the Telegram Gateway: https://core.telegram.org/gateway/api. */
export const startTelegramGateway = async (): Promise<TelegramGateway> => {
  const requests = new Map<string, { to: string; sent: boolean }>();
  const [sent, calls, unreachable] = [[] as SentCode[], [] as Method[], new Set<string>()];
  const statusOf = (id: string, isSent: boolean): PeerAnswer => ({
    status: 200,
    body: {
      ok: true,
      result: {
        request_id: id,
        phone_number: requests.get(id)?.to,
        request_cost: 0.01,
        remaining_balance: 12.5,
        ...(isSent ? { delivery_status: { status: 'sent', updated_at: 1_764_500_000 } } : {}),
      },
    },
  });
  const check = (to: string): PeerAnswer => {
    if (unreachable.has(to)) return refused('PHONE_NUMBER_NOT_FOUND');
    const id = `request-${requests.size + 1}`;
    requests.set(id, { to, sent: false });
    return statusOf(id, false);
  };
  const send = (body: string): PeerAnswer => {
    const {
      phone_number: to,
      request_id: id,
      code,
      payload,
      callback_url: callback,
    } = messageSchema.parse(JSON.parse(body));
    const request = requests.get(id);
    if (request?.to !== to) return refused('REQUEST_ID_INVALID');
    // The documents say that a repetition fails, and not how.
    if (request.sent) return refused('REQUEST_ALREADY_SENT');
    request.sent = true;
    sent.push({ to, code, payload, callback });
    return statusOf(id, true);
  };
  const answer = ({ method, path, query, headers, body }: PeerRequest): PeerAnswer => {
    if (headers.authorization !== `Bearer ${GATEWAY_TOKEN}`) return refused('ACCESS_TOKEN_INVALID');
    if (method === 'GET' && path === '/checkSendAbility') return check(query.get('phone_number') ?? '');
    const id = query.get('request_id') ?? '';
    if (method === 'GET' && path === '/checkVerificationStatus') return statusOf(id, requests.get(id)?.sent ?? false);
    if (path !== '/sendVerificationMessage') return { status: 404, body: '<html>' };
    return headers['content-type'] === 'application/json' ? send(body.toString()) : refused('PARAMETERS_INVALID');
  };
  const note = ({ path }: PeerRequest): string => {
    calls.push(path.slice(1) as Method);
    return path;
  };
  const { origin, fail, close } = await startPeer(note, answer);
  return {
    url: origin,
    ...{ sent, calls, unreachable, close },
    fees: () => requests.size,
    fail: (method, ...faults) => {
      for (const fault of faults) fail(`/${method}`, fault);
    },
  };
};

/** A report that the gateway sends about a message: its body, and the headers that sign it. */
export const gatewayReport = (payload: string, at: Date, { isRefunded = true, token = GATEWAY_TOKEN } = {}) => {
  const result = { request_id: 'request-1', phone_number: '+380671234567', request_cost: 0.01, payload };
  const status = { status: isRefunded ? 'expired' : 'delivered', updated_at: Math.floor(at.getTime() / 1000) };
  const body = JSON.stringify({ ...result, is_refunded: isRefunded, delivery_status: status });
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = createHash('sha256').update(token).digest();
  const signature = createHmac('sha256', key).update(`${timestamp}\n${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-request-timestamp': timestamp,
    'x-request-signature': signature,
  };
  return { body, headers };
};
