import type { Socket } from 'node:net';
import { startCaddy } from '@laurel/support/caddy';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { exchange } from '@laurel/support/raw-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeHttp2 } from '../http2.ts';
import { startNaiveProxy } from '../naive-proxy.ts';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '100000' });
let caddy: Awaited<ReturnType<typeof startCaddy>>;
let naiveProxy: Awaited<ReturnType<typeof startNaiveProxy>>;
/** The requests that reached Laurel, in order. */
const reached: string[] = [];
beforeAll(async () => {
  const port = await serve(api);
  api.app.server.on('request', ({ url }: { url?: string }) => reached.push(url ?? ''));
  [caddy, naiveProxy] = await Promise.all([startCaddy(port), startNaiveProxy(port)]);
});
afterAll(() => Promise.all([caddy.stop(), naiveProxy.stop()]));
beforeEach(() => {
  reached.length = 0;
});

type Attack = {
  /** The number of answers so far. */
  answers(): number;
  /** Sends nothing more, and waits until the proxy has closed the connection. */
  close(): Promise<void>;
};

/** Sends octets, and waits until the first request is answered, or the proxy closes the connection. */
const attack = (port: number, octets: string): Promise<Attack> =>
  new Promise((resolve) => {
    let text = '';
    const ended = exchange(port, octets, undefined, (socket) => {
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (/^HTTP\/1\.1 (?:101|[2-5])/m.test(text)) resolve({ answers, close });
      });
      socket.on('close', () => resolve({ answers, close }));
      sent = socket;
    });
    let sent: Socket | undefined;
    const answers = (): number => text.match(/^HTTP\/1\.1 [2-5]/gm)?.length ?? 0;
    const close = async (): Promise<void> => {
      sent?.end();
      await ended;
    };
  });

/** Fetches a page, and once more if the proxy closed the connection before it answered, as clients do (RFC 9110, 9.2.2). */
const fetchAgain = (url: string): Promise<Response> => fetch(url).catch(() => fetch(url));

/** The attacker's requests that reached Laurel. */
const hidden = (): string[] => reached.filter((url) => !url.includes('honest'));
/** The same, after later clients of the proxy, who must get their own responses. */
const hiddenBehind = async (port: number): Promise<string[]> => {
  for (let honest = 0; honest < 3; honest += 1) {
    const answer = await fetchAgain(`http://127.0.0.1:${port}/api/client-ip?honest=${honest}`);
    expect([answer.status, await answer.json()]).toEqual([200, { ip: expect.any(String) }]);
  }
  return hidden();
};

const POST = 'POST /api/users/login?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const SECOND = 'GET /api/client-ip?second HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ';
const CHUNKED = `0\r\n\r\n${SECOND}`;
const both = (encoding: string): string => `${POST}Content-Length: ${CHUNKED.length}\r\n${encoding}\r\n\r\n${CHUNKED}`;
const shorter = (encoding: string): string =>
  `${POST}Content-Length: 4\r\n${encoding}\r\n\r\n${SECOND.length.toString(16)}\r\n${SECOND}\r\n0\r\n\r\n`;

/** Framed in two ways: by a length, and by chunks. */
const TWO_FRAMES: [string, string][] = [
  ['a length and chunks (CL.TE)', both('Transfer-Encoding: chunked')],
  ['chunks and a shorter length (TE.CL)', shorter('Transfer-Encoding: chunked')],
  ['an encoding of another case', both('Transfer-Encoding: cHuNkEd')],
  ['an encoding of another name', both('Transfer-Encoding: xchunked')],
  ['an encoding twice', both('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
  ['an encoding after another', both('Transfer-Encoding: gzip, chunked')],
  ['an encoding that is not last', both('Transfer-Encoding: chunked, identity')],
  ['a blank before the colon', both('Transfer-Encoding : chunked')],
  ['a tab before the value', both('Transfer-Encoding:\tchunked')],
  ['a vertical tab in the value', both('Transfer-Encoding: \x0bchunked')],
  ['a folded line', both('Transfer-Encoding:\r\n chunked')],
  ['a line that ends without a carriage return', both('X: y\nTransfer-Encoding: chunked')],
  ['a line that ends in a carriage return alone', both('X: y\rTransfer-Encoding: chunked')],
  ['a NUL in a name', both('Transfer-Encoding\0: chunked')],
  ['an underscore for a hyphen', both('Transfer_Encoding: chunked')],
];
const OTHERS: [string, string][] = [
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: ${SECOND.length + 2}\r\n\r\n{}${SECOND}`],
  ['two lengths in one line', `${POST}Content-Length: 2, ${SECOND.length + 2}\r\n\r\n{}${SECOND}`],
  ['a length with a sign', `${POST}Content-Length: +${SECOND.length + 2}\r\n\r\n{}${SECOND}`],
  ['a length in hexadecimal', `${POST}Content-Length: 0x${SECOND.length.toString(16)}\r\n\r\n{}${SECOND}`],
  ['a chunk’s length with an underscore', `${POST}Transfer-Encoding: chunked\r\n\r\n1_0\r\n${SECOND}\r\n0\r\n\r\n`],
  [
    'a chunk’s length that overflows',
    `${POST}Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}${SECOND}\r\n0\r\n\r\n`,
  ],
  ['a chunk that ends in a line feed alone', `${POST}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n${SECOND}`],
  [
    'an extension of a chunk that ends in a line feed',
    `${POST}Transfer-Encoding: chunked\r\n\r\n2;\n${SECOND}\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a trailer that is a length',
    `${POST}Transfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 90\r\n\r\n${SECOND}`,
  ],
  [
    'a body where none belongs',
    `GET /api/client-ip?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
  ['a body after an expectation', `${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}${SECOND}`],
  [
    'a protocol that is asked for',
    `${POST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
  [
    'a header that the connection keeps to itself',
    `${POST}Connection: close, Content-Length\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
  [
    'an absolute address of another host',
    `GET http://elsewhere.example/api/client-ip?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
];

describe('a request hidden in another one', () => {
  it.each([...TWO_FRAMES, ...OTHERS])(
    'never reaches Laurel as the request of another client through Caddy: %s',
    async (_what, octets) => {
      const { answers, close } = await attack(caddy.port, octets);
      await hiddenBehind(caddy.port);
      // Caddy knew every request that reached Laurel, and returned its response to the right client.
      const unknown = (): string[] => hidden().slice(Math.max(answers(), 1));
      await expect.poll(unknown).toEqual([]);
      await close();
      expect(unknown()).toEqual([]);
      if (answers() <= 1) expect(hidden()).not.toContain('/api/client-ip?second');
    },
  );

  it.each(TWO_FRAMES)(
    'is not read by Laurel, even behind a proxy that accepts any length: %s',
    async (_what, octets) => {
      const { close } = await attack(naiveProxy.port, octets);
      expect(await hiddenBehind(naiveProxy.port)).not.toContain('/api/client-ip?second');
      await close();
    },
  );
});

describe('a request hidden in one of HTTP/2, which Caddy sends as HTTP/1.1', () => {
  const ask = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':authority', '127.0.0.1'],
    [':path', '/api/users/login?first'],
    ['content-type', 'application/json'],
  ] as const;
  const instead = (name: string, value: string) =>
    ask.map(([each, before]) => [each, each === name ? value : before] as const);
  const line = 'GET /api/client-ip?second HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y';

  it('is not prevented by the test itself: a plain request is answered', async () => {
    const plain = instead(':path', '/api/client-ip?plain').with(0, [':method', 'GET']);
    expect(await exchangeHttp2(caddy.port, plain, '')).toEqual({ answered: true });
    expect(await hiddenBehind(caddy.port)).toEqual(['/api/client-ip?plain']);
  });

  it.each([
    ['chunks', [...ask, ['transfer-encoding', 'chunked']], CHUNKED],
    ['chunks by a line break in a value', [...ask, ['x', 'y\r\ntransfer-encoding: chunked']], CHUNKED],
    ['chunks by a line feed in a value', [...ask, ['x', 'y\ntransfer-encoding: chunked']], CHUNKED],
    ['chunks by a line break in a name', [...ask, ['x: y\r\ntransfer-encoding', 'chunked']], CHUNKED],
    ['chunks by a colon in a name', [...ask, ['transfer-encoding: chunked', 'y']], CHUNKED],
    ['a name in capitals', [...ask, ['Transfer-Encoding', 'chunked']], CHUNKED],
    ['a length that is too short', [...ask, ['content-length', '4']], CHUNKED],
    ['a length that is too long', [...ask, ['content-length', '400']], CHUNKED],
    ['two lengths', [...ask, ['content-length', '4'], ['content-length', String(CHUNKED.length)]], CHUNKED],
    ['a length where there is no body', [...instead(':method', 'GET'), ['content-length', '40']], ''],
    ['a connection that keeps a header to itself', [...ask, ['connection', 'content-length']], CHUNKED],
    ['a request in the path', instead(':path', `/api/client-ip?first HTTP/1.1\r\nHost: a\r\n\r\n${line}`), ''],
    ['a request in the method', instead(':method', `${line}\r\n\r\nGET`), ''],
    ['a request in the host', instead(':authority', `127.0.0.1\r\n\r\n${line}`), ''],
    ['a request in the scheme', instead(':scheme', `http://127.0.0.1/\r\n\r\n${line}`), ''],
    ['two paths', [...ask, [':path', '/api/client-ip?second']], ''],
    ['a path after the headers', [...ask.slice(0, 3), ['x', 'y'], [':path', '/api/client-ip?second']], ''],
  ] as [string, [string, string][], string][])(
    'never reaches Laurel as the request of another client: %s',
    async (_what, headers, body) => {
      await exchangeHttp2(caddy.port, headers, body);
      const forwarded = await hiddenBehind(caddy.port);
      expect(forwarded.length, forwarded.join(' ')).toBeLessThanOrEqual(1);
      expect(forwarded).not.toContain('/api/client-ip?second');
    },
  );
});
