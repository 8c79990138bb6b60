import { randomInt } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** The status, the body, and the time from the call to the last octet, milliseconds. Status 0: there was no answer. */
export type Reply = { status: number; body: string; ms: number };

type Ask = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The visitor's address, which a trusted proxy sends; by default that of this machine. */
  from?: string;
  token?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

export type Site = {
  readonly origin: string;
  /** Sends a request. Never throws: a broken connection is status 0, with the reason as the body. */
  ask(ask: Ask): Promise<Reply>;
  close(): void;
};

/** Requests wait for a free one of the connections when the site does not answer. */
const LIMITS = { connections: 256, timeoutMs: 15_000 };

/** A random address of the range for benchmarks (RFC 2544), because limits count by network. */
export const someAddress = (): string => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** A client for many visitors of a site over kept connections. @param ca the authority that signed its certificate */
export const createSite = (origin: string, ca?: string, { connections, timeoutMs } = LIMITS): Site => {
  const { protocol } = new URL(origin);
  const options = { keepAlive: true, maxSockets: connections, scheduling: 'lifo' } as const;
  const agent =
    protocol === 'https:'
      ? new HttpsAgent({ ...options, ...(ca === undefined ? {} : { ca }) })
      : new HttpAgent(options);
  const send = protocol === 'https:' ? requestHttps : requestHttp;

  const answerTo = ({ method, path, from, token, headers = {}, body }: Ask): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const outgoing = send(`${origin}${path}`, {
        method,
        agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'accept-language': 'en',
          ...(from === undefined ? {} : { 'x-forwarded-for': from }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(content === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
          ...headers,
        },
      });
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
      outgoing.end(content);
    });

  return {
    origin,
    ask: async (ask) => {
      const startedAt = performance.now();
      try {
        const answer = await answerTo(ask);
        const body = await text(answer);
        return { status: answer.statusCode ?? 0, body, ms: performance.now() - startedAt };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'ABORT_ERR';
        const reason = code === 'ABORT_ERR' ? 'no answer' : code;
        return { status: 0, body: reason, ms: performance.now() - startedAt };
      }
    },
    close: () => agent.destroy(),
  };
};
