import { Agent, request } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';

/** Status 0: the connection broke, or there was no response in time. */
export type Answer = { status: number; code: string | undefined };

/** The time that a browser or a proxy waits. */
const PATIENCE_MS = 30_000;

/** Sends JSON by POST over keep-alive connections. */
export const createClient = () => {
  const agent = new Agent({ keepAlive: true });
  const tlsAgent = new TlsAgent({ keepAlive: true });
  const ask = (origin: string, path: string, payload: unknown, token?: string): Promise<Answer> =>
    new Promise((resolve) => {
      const body = JSON.stringify(payload);
      const lost = (): void => resolve({ status: 0, code: undefined });
      const isTls = origin.startsWith('https:');
      const outgoing = (isTls ? requestTls : request)(
        `${origin}${path}`,
        {
          agent: isTls ? tlsAgent : agent,
          method: 'POST',
          timeout: PATIENCE_MS,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
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
            resolve({ status: incoming.statusCode ?? 0, code: /"success":false,"code":"([^"]+)"/.exec(text)?.[1] }),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', lost);
      outgoing.on('close', lost);
      outgoing.end(body);
    });
  return {
    ask,
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
export const isFinal = ({ status }: Answer): boolean => status !== 0 && status !== 503;
