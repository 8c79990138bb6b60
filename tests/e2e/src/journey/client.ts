import { until } from '@laurel/support/until';
import { developmentTools, type Outside } from './outside.ts';

/** A response body. Each step parses the fields it needs. */
export type Reply = { status: number; headers: Headers; body: unknown };

/** A voter's HTTP client for one instance. It stores the token and the device cookie like a browser. */
export type VoterClient = Pick<Outside, 'joinTelegram'> & {
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>;
  /** Waits for a message to an address or number, and returns its six digits. */
  codeSentTo(to: string, since: Date): Promise<string>;
  signIn(token: string): void;
  readonly origin: string;
};

/** @param outside where codes arrive; by default the inbox of a development instance */
export const createVoterClient = (origin: string, outside: Outside = developmentTools(origin)): VoterClient => {
  let token: string | undefined;
  let cookie: string | undefined;

  const send = async (method: string, url: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url, {
      method,
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

  return {
    origin,
    joinTelegram: outside.joinTelegram,
    call: (method, path, body) =>
      send(method, path.startsWith('/dev') ? `${origin}${path}` : `${origin}/api${path}`, body),
    signIn: (given) => {
      token = given;
    },
    codeSentTo: (to, since) => until(`a code sent to ${to}`, () => outside.findCode(to, since)),
  };
};
