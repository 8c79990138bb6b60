import type { AddressInfo } from 'node:net';
import { startTestApi, type TestApi } from '@laurel/api/testing/harness';
import { exchange } from '@laurel/api/testing/raw-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCaddy } from '../caddy.ts';

let api: TestApi;
let caddy: Awaited<ReturnType<typeof startCaddy>>;
/** What Laurel itself was asked, in the order in which it was. */
const reached: string[] = [];
beforeAll(async () => {
  api = await startTestApi({ LIMITS_READS_NETWORK_MINUTE: '100000' });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  api.app.server.on('request', ({ url }: { url?: string }) => reached.push(url ?? ''));
  caddy = await startCaddy((api.app.server.address() as AddressInfo).port);
}, 120_000);
afterAll(async () => {
  await caddy.stop();
  await api.close();
});

const POST = 'POST /api/users/login?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const SECOND = 'GET /livez?second HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ';
const CHUNKED = `0\r\n\r\n${SECOND}`;
const both = (encoding: string): string => `${POST}Content-Length: ${CHUNKED.length}\r\n${encoding}\r\n\r\n${CHUNKED}`;
const shorter = (encoding: string): string =>
  `${POST}Content-Length: 4\r\n${encoding}\r\n\r\n${SECOND.length.toString(16)}\r\n${SECOND}\r\n0\r\n\r\n`;

describe('a request hidden inside of another, through Caddy', () => {
  it.each([
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
      `GET /livez?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
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
      `GET http://elsewhere.example/livez?first HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
    ],
  ])('reaches Laurel under nobody else’s name: %s', async (_what, octets) => {
    reached.length = 0;
    // What was hidden would begin the next request over the same connection to Laurel, whoever sends it.
    const attack = exchange(caddy.port, octets, 500);
    const { text } = await attack;
    const answers = text.match(/^HTTP\/1\.1 [2-5]/gm)?.length ?? 0;
    for (let honest = 0; honest < 3; honest += 1) {
      const answer = await fetch(`http://127.0.0.1:${caddy.port}/api/client-ip?honest=${honest}`);
      expect([answer.status, await answer.json()]).toEqual([200, { ip: expect.any(String) }]);
    }
    // Whatever Laurel was asked, Caddy knew of, and answered to the one who asked.
    const hidden = reached.filter((url) => !url.includes('honest'));
    expect(hidden.length, `${hidden.join(' ')}\n${text}`).toBeLessThanOrEqual(Math.max(answers, 1));
    if (answers <= 1) expect(hidden).not.toContain('/livez?second');
  });
});
