import { type AddressInfo, connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { failureSchema } from '@laurel/contracts/envelope';
import { makeBuiltPage } from '@laurel/support/built-page';
import { useTestApi } from '@laurel/support/hooks';
import { bodyIn, exchange, statusIn } from '@laurel/support/raw-http';
import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let port: number;
const page = makeBuiltPage();
const log: string[] = [];
const env = { LIMITS_READS_NETWORK_MINUTE: '1000000', WEB_DIR: page.dir, LOG_LEVEL: 'debug' };
const api = useTestApi(env, (line) => log.push(line));
beforeAll(async () => {
  await api.deps.start();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  page.remove();
});

const CLOSE = 'Host: a\r\nConnection: close\r\n';
const JSON_POST = `POST /api/users/login HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\n`;

describe('malformed HTTP', () => {
  it.each([
    ['octets of another protocol', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400, 'request.malformed'],
    ['lines without a carriage return', 'GET /livez HTTP/1.1\nHost: a\n\n', 400, 'request.malformed'],
    ['an address that is no address', `GET /api/%zz"<b> HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'request.malformed'],
    [
      'a very long parameter',
      `GET /api/users/logs/${'a'.repeat(300)} HTTP/1.1\r\n${CLOSE}\r\n`,
      400,
      'request.malformed',
    ],
    ['a huge header', `GET /livez HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'request.too_large'],
    ['a thousand headers', `GET /livez HTTP/1.1\r\n${CLOSE}${'a:\r\n'.repeat(1_001)}\r\n`, 431, 'request.too_large'],
    [
      'two lengths of one body',
      `${JSON_POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'request.malformed',
    ],
    ['a length twice', `${JSON_POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, 400, 'request.malformed'],
    ['a length with a sign', `${JSON_POST}Content-Length: +2\r\n\r\n{}`, 400, 'request.malformed'],
    ['a space before a colon', `${JSON_POST}Content-Length : 2\r\n\r\n{}`, 400, 'request.malformed'],
    [
      'an encoding of another name',
      `${JSON_POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      400,
      'request.malformed',
    ],
    [
      'chunked, and not last',
      `${JSON_POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      400,
      'request.malformed',
    ],
    [
      'a chunk of no length',
      `${JSON_POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      400,
      'request.malformed',
    ],
    [
      'a chunk longer than it says',
      `${JSON_POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`,
      400,
      'request.malformed',
    ],
    [
      'a huge body in chunks',
      `${JSON_POST}Transfer-Encoding: chunked\r\n\r\n8000\r\n${' '.repeat(0x8000)}\r\n0\r\n\r\n`,
      413,
      'request.too_large',
    ],
    ['a declared body of a huge size', `${JSON_POST}Content-Length: 999999999\r\n\r\n{}`, 413, 'request.too_large'],
  ])('is rejected with its code, like every error: %s', async (_what, octets, status, code) => {
    const { text, ended } = await exchange(port, octets);
    expect([statusIn(text), ended]).toEqual([status, true]);
    expect(failureSchema.parse(JSON.parse(bodyIn(text))).code).toBe(code);
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(text).toMatch(/^cache-control: no-store\r$/im);
  });
});

describe('a request with Upgrade', () => {
  const upgrade = (start: string, protocol = 'websocket', body = ''): string =>
    `${start} HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${body}\r\n`;

  it.each([
    ['GET /'],
    ['GET /assets/app.abc123.js'],
    ['GET /robots.txt'],
    ['GET /livez'],
    ['GET /api/vote/statistics'],
    ['GET /winners/2024'],
    ['GET /api/nothing'],
    ['GET /%zz'],
    ['GET /ws/'],
    ['GET /ws/x'],
    ['HEAD /ws'],
    ['POST /api/users/logout'],
  ])('is answered like a request without Upgrade, and closed: %s', async (start) => {
    const { text, ended } = await exchange(port, upgrade(start), 3_000);
    expect(ended, text).toBe(true);
    const plain = await exchange(port, `${start} HTTP/1.1\r\n${CLOSE}\r\n`, 3_000);
    const typeOf = (answer: string) => /^content-type: .*$/im.exec(answer)?.[0];
    expect([statusIn(text), typeOf(text)]).toEqual([statusIn(plain.text), typeOf(plain.text)]);
    expect(statusIn(text)).toBeGreaterThanOrEqual(200);
    expect(statusIn(text)).toBeLessThan(500);
  });

  it('keeps its body', async () => {
    const body = JSON.stringify({ login: 'nobody@example.org', password: 'Secret1!' });
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const { text } = await exchange(port, upgrade('POST /api/users/login', 'h2c', head) + body, 5_000);
    expect(failureSchema.parse(JSON.parse(bodyIn(text))).code).toBe('login.unknown');
  });

  it('is answered at the realtime endpoint too if it is for another protocol', async () => {
    const { text } = await exchange(port, upgrade('GET /ws', 'h2c'), 3_000);
    expect(statusIn(text)).toBe(400);
  });
});

describe('a body that does not arrive', () => {
  const begun = `${JSON_POST}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`;

  it.each<[string, (socket: Socket) => unknown]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy()],
    ['the connection is closed', (socket) => socket.destroy()],
    ['a chunk is invalid', (socket) => socket.write('1\r\n{\r\nzz\r\n')],
  ])('is a failure of the client, and no error in the log: %s', async (_what, cutOff) => {
    log.length = 0;
    // The server asks for the body once the request has reached the application.
    await exchange(port, begun, undefined, (socket) => socket.once('data', () => cutOff(socket)));
    const lines = () => log.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith('request '));
    await expect
      .poll(lines)
      .toEqual([expect.objectContaining({ level: 20, msg: 'request refused', code: 'request.malformed' })]);
  });
});

describe('invalid bodies', () => {
  const login = (type: string, body: string): Promise<{ text: string }> =>
    exchange(
      port,
      `POST /api/users/login HTTP/1.1\r\n${CLOSE}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  const BODY = '{"login":"nobody@example.org","password":"Secret1!"}';

  it.each([
    ['text/plain', 400],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('are not read as JSON with a type that a cross-site form can send: %s', async (type, status) => {
    expect(statusIn((await login(type, BODY)).text)).toBe(status);
    expect(statusIn((await login('application/json', BODY)).text)).toBe(404);
  });

  it('are rejected with every field when they are empty', async () => {
    const failure = failureSchema.parse(JSON.parse(bodyIn((await login('application/json', '')).text)));
    const fields = { login: expect.any(String), password: expect.any(String) };
    expect(failure).toMatchObject({ code: 'request.invalid', metadata: { fields } });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('are never decompressed: %s', async (encoding, pack) => {
    const { text } = await login(
      `application/json\r\nContent-Encoding: ${encoding}`,
      pack(Buffer.from(BODY)).toString('latin1'),
    );
    expect([statusIn(text), failureSchema.parse(JSON.parse(bodyIn(text))).code]).toEqual([400, 'request.malformed']);
  });

  it.each([
    ['"__proto__":{"admin":true}'],
    ['"constructor":{"prototype":{"admin":true}}'],
    ['"\\u005f_proto__":{"admin":true}'],
  ])('are rejected when they pollute the prototype: %s', async (key) => {
    const { text } = await login('application/json', BODY.replace('{', `{${key},`));
    expect(failureSchema.parse(JSON.parse(bodyIn(text))).code).toBe('request.malformed');
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('name the field that holds a character PostgreSQL cannot store', async () => {
    const bodies: [path: string, body: Record<string, unknown>][] = [
      ['register', { name: 'Ada', email: 'ada@example.org', password: 'Secret1!', phoneNumber: '+380671234567' }],
      ['login', { login: 'ada@example.org', password: 'Secret1!' }],
      ['resend-email-code', { login: 'ada@example.org' }],
      ['verify-email', { requestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A', code: '123456' }],
      ['verify-otp', { requestKey: 'q0Vb3v1xJ8mBq7nZ2bWc4A', otpCode: '123456' }],
    ];
    for (const [path, body] of bodies) {
      for (const field of Object.keys(body).filter((name) => name !== 'password')) {
        const answer = await api.post(`/users/${path}`, { ...body, [field]: `${body[field]}\0x` });
        expect([path, field, answer.statusCode]).toEqual([path, field, 400]);
        expect(Object.keys(answer.json().metadata.fields)).toEqual([field]);
      }
    }
  });
});

it('answers any octets with a status below 500, or closes the connection, and keeps running', async () => {
  const send = (bytes: Uint8Array): Promise<string> =>
    new Promise((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.webPath().map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
        fc
          .string({ unit: anyCharacter })
          .map((path) => Buffer.from(`GET /${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
        fc
          .constantFrom(
            '/%',
            '/api/%zz',
            '/api/users/logs/%00',
            '/api/edition/logos/%c0%ae',
            '//',
            '/*',
            '/api/vote/statistics?%',
          )
          .map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
      ),
      async (bytes) => {
        const status = Number((await send(bytes)).slice(9, 12) || 400);
        expect(status, Buffer.from(bytes).toString('latin1')).toBeLessThan(500);
      },
    ),
    { numRuns: 200 },
  );
  expect((await api.app.inject({ method: 'GET', url: '/livez' })).statusCode).toBe(200);
});
