import { Agent, request } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';

/** Status 0: the connection broke, or there was no response in time. */
export type Answer = { status: number; code: string | undefined; text: string };

/** How long to wait for a response, as browsers and proxies do. */
const PATIENCE_MS = 30_000;

/** Sends JSON over keep-alive connections. */
export const createClient = (patienceMs = PATIENCE_MS) => {
  const agent = new Agent({ keepAlive: true });
  const tlsAgent = new TlsAgent({ keepAlive: true });
  /** @param payload undefined for GET */
  const send = (origin: string, path: string, payload: unknown, token?: string): Promise<Answer> =>
    new Promise((resolve) => {
      const body = payload === undefined ? '' : JSON.stringify(payload);
      const lost = (): void => resolve({ status: 0, code: undefined, text: '' });
      const isTls = origin.startsWith('https:');
      const outgoing = (isTls ? requestTls : request)(
        `${origin}${path}`,
        {
          agent: isTls ? tlsAgent : agent,
          method: payload === undefined ? 'GET' : 'POST',
          timeout: patienceMs,
          headers: {
            ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
        },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          incoming.on('error', lost);
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              code: /"success":false,"code":"([^"]+)"/.exec(text)?.[1],
              text,
            }),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', lost);
      outgoing.on('close', lost);
      outgoing.end(body);
    });
  return {
    /** Sends JSON by POST. */
    ask: send,
    /** The body of a GET, if it succeeded. */
    read: async (origin: string, path: string, token: string): Promise<unknown> => {
      const { status, text } = await send(origin, path, undefined, token);
      return status === 200 ? JSON.parse(text) : undefined;
    },
    /** Trusts a certificate authority, for origins with TLS. */
    trust: (authority: string): void => {
      tlsAgent.options.ca = authority;
    },
    close: () => {
      agent.destroy();
      tlsAgent.destroy();
    },
  };
};

/** Whether a response is final: neither lost nor "try again later". */
export const isFinal = ({ status }: Pick<Answer, 'status'>): boolean => status !== 0 && status !== 503;
