import { type InboxMessage, inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { z } from 'zod';

/** What an answer carried; the fields a step needs are parsed by that step. */
export type Reply = { status: number; headers: Headers; body: unknown };

/** A voter's HTTP client for one instance: keeps the token and the device cookie, as a browser would. */
export type VoterClient = {
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>;
  /** The six digits in the newest message to an address or number, waiting for it to arrive. */
  codeSentTo(to: string, since: Date): Promise<string>;
  signIn(token: string): void;
  readonly origin: string;
};

const TIMEOUT_MS = 10_000;
const MESSAGE_WAIT_MS = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const createVoterClient = (origin: string): VoterClient => {
  let token: string | undefined;
  let cookie: string | undefined;

  const send = async (method: string, url: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };

  const inbox = async (): Promise<InboxMessage[]> =>
    z.array(inboxMessageSchema).parse((await send('GET', `${origin}/dev/inbox.json`)).body);

  return {
    origin,
    call: (method, path, body) =>
      send(method, path.startsWith('/dev') ? `${origin}${path}` : `${origin}/api${path}`, body),
    signIn: (given) => {
      token = given;
    },
    codeSentTo: async (to, since) => {
      for (const until = Date.now() + MESSAGE_WAIT_MS; Date.now() < until; await pause(100)) {
        const message = (await inbox()).find((each) => each.to === to && new Date(each.createdAt) >= since);
        const code = message && /\b\d{6}\b/.exec(message.text)?.[0];
        if (code) return code;
      }
      throw new Error(`no code reached ${to}`);
    },
  };
};
