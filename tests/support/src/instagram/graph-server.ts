import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type PeerAnswer, startPeer } from '../http-peer.ts';

export const ACCESS_TOKEN = 'an-access-token-for-tests';
export const APP_SECRET = 'an-app-secret-for-tests';
/** The organisers' account. */
export const ACCOUNT_ID = '17841400000000000';

export type Sender = { username: string; follows?: boolean; followers?: unknown };

/** An error response of the Graph API. */
export const refusal = (status: number, code: number, headers: Record<string, string> = {}): PeerAnswer => ({
  status,
  body: { error: { message: 'Said so', type: 'OAuthException', code, fbtrace_id: 'A1' } },
  headers,
});

const replySchema = z.object({
  recipient: z.object({ id: z.string() }),
  message: z.object({ text: z.string().refine((text) => Buffer.byteLength(text) <= 1000) }),
});

/** Signs a body as Meta does. */
export const sign = (body: string, secret = APP_SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A message event of the Instagram API. */
export const messageEvent = (senderId: string, text: string, rest: Record<string, unknown> = {}) => ({
  sender: { id: senderId },
  recipient: { id: ACCOUNT_ID },
  timestamp: 1_732_000_000_000,
  message: { mid: `mid.${senderId}.${text}`, text, ...rest },
});

export const notification = (...messaging: unknown[]) => ({
  object: 'instagram',
  entry: [{ id: ACCOUNT_ID, time: 1_732_000_000, messaging }],
});

/** A Graph API server (https://developers.facebook.com/docs/instagram-platform) with a few users. */
export const startGraphApi = async () => {
  const people = new Map<string, Sender>();
  const replies: { to: string; text: string }[] = [];
  const calls: string[] = [];

  const peer = await startPeer(
    ({ path }) => (path.endsWith('/messages') ? 'messages' : 'profile'),
    ({ method, path, query, headers, body }) => {
      calls.push(path.endsWith('/messages') ? 'messages' : 'profile');
      const [, version = '', node = '', edge] = path.split('/');
      if (!/^v\d+\.\d$/.test(version)) return refusal(400, 2500);
      const token = query.get('access_token') ?? headers.authorization?.replace(/^Bearer /, '');
      if (token !== ACCESS_TOKEN) return refusal(401, 190);
      if (method === 'POST' && node === 'me' && edge === 'messages') {
        const reply = replySchema.safeParse(JSON.parse(body.toString())).data;
        if (!reply) return refusal(400, 100);
        replies.push({ to: reply.recipient.id, text: reply.message.text });
        return { status: 200, body: { recipient_id: reply.recipient.id, message_id: `mid.${replies.length}` } };
      }
      const person = people.get(node);
      if (method !== 'GET' || !person) return refusal(400, 100);
      const known: Record<string, unknown> = {
        username: person.username,
        is_user_follow_business: person.follows ?? false,
        follower_count: person.followers,
      };
      const fields = (query.get('fields') ?? '').split(',').map((field) => [field, known[field]]);
      return { status: 200, body: { ...Object.fromEntries(fields), id: node } };
    },
  );
  return { ...peer, people, replies, calls };
};

/** Delivers a notification to a webhook, with a valid signature by default. */
export const deliver = (
  url: string,
  content: unknown,
  { signature }: { signature?: string | null } = {},
): Promise<Response> => {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const header = signature === undefined ? sign(body) : signature;
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header === null ? {} : { 'x-hub-signature-256': header }) },
    body,
  });
};
