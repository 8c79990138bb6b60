import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { earlyServer } from './early-answer.ts';

/** No test waits this long: a test of a limit sets a short one. */
const LIMITS = { requestTimeout: 600_000, keepAliveTimeout: 600_000, readTimeout: 600_000 };

it.each(['/early', '/late'])(
  'answers %s over a connection that was open before the stop, then closes it',
  async (path) => {
    let arrived = (): void => undefined;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const early = earlyServer((request, response) => {
      if (request.url !== '/early') return false;
      response.end('early');
      return true;
    }, LIMITS);
    const app = Fastify({ serverFactory: early, forceCloseConnections: 'idle', return503OnClosing: false });
    app.get('/held', async () => {
      arrived();
      await held;
      return 'held';
    });
    app.get('/late', async () => 'late');
    const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

    const socket = connect(Number(origin.port), origin.hostname);
    await once(socket, 'connect');
    socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    await waiting;
    const closed = app.close();
    while (app.server.listening) await new Promise((resolve) => setImmediate(resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    release();
    const received = await text(socket);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(received.match(/^connection: .*$/gim)?.at(-1)).toMatch(/close/i);
    await closed;
  },
);

it('keeps idle connections open for a while, for clients that are about to use one', async () => {
  const early = earlyServer(() => false, { ...LIMITS, idleAfterStop: 300 });
  const app = Fastify({ serverFactory: early, forceCloseConnections: 'idle', return503OnClosing: false });
  app.get('/', async () => 'here');
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const dial = async () => {
    const socket = connect(Number(origin.port), origin.hostname);
    await once(socket, 'connect');
    return socket;
  };
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const [used, unused] = [await dial(), await dial()];
  for (const socket of [used, unused]) {
    socket.write(ask);
    await once(socket, 'data');
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = app.close();
  while (app.server.listening) await new Promise((resolve) => setImmediate(resolve));
  used.write(ask);
  expect(await text(used)).toMatch(/^HTTP\/1\.1 200.*connection: close.*here$/is);
  expect(unused.readableEnded).toBe(false);
  vi.advanceTimersByTime(300);
  expect(await text(unused)).toBe('');
  await closed;
});

it('answers pipelined requests in order, and closes a connection with too many', async () => {
  const early = earlyServer(() => false, LIMITS);
  const app = Fastify({ serverFactory: early, forceCloseConnections: true });
  let asked = 0;
  app.get('/:number', async ({ url }) => {
    asked += 1;
    return `<${url}>`;
  });
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = (count: number) => {
    const socket = connect(Number(origin.port), origin.hostname).on('error', () => undefined);
    for (let number = 0; number < count; number += 1) socket.write(`GET /${number} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  let received = '';
  for await (const chunk of ask(30)) {
    received += chunk;
    if (received.includes('</29>')) break;
  }
  expect(received.match(/<[^>]+>/g)).toEqual(Array.from({ length: 30 }, (_, number) => `</${number}>`));

  asked = 0;
  await once(ask(1_000).resume(), 'close');
  expect(asked).toBeLessThan(40);
  expect(await (await fetch(new URL('/1', origin))).text()).toBe('</1>');
  await app.close();
});

it('closes a connection whose client does not read, and no other', async () => {
  const early = earlyServer(() => false, { ...LIMITS, readTimeout: 400 });
  const app = Fastify({ serverFactory: early, forceCloseConnections: true });
  app.get('/', async () => Buffer.alloc(16_000_000));
  app.get('/small', async () => 'small');
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = async (path: string) => {
    const socket = connect(Number(origin.port), origin.hostname).pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  const idle = await ask('/small');
  const slow = await ask('/');
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([false, true]);
  expect(await (await fetch(new URL('/small', origin))).text()).toBe('small');
  for (const socket of [idle, slow]) socket.destroy();
  await app.close();
});

// This reads the timer of the system: a client that vanishes without a trace needs another machine.
it.runIf(process.platform === 'linux')('lets the system probe silent clients (TCP keep-alive)', async () => {
  const early = earlyServer(() => false, LIMITS);
  const app = Fastify({ serverFactory: early, forceCloseConnections: true });
  app.get('/', async () => 'here');
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  // proc(5): the local address, the remote one, the state, the queues, and the timer. 02 is the keep-alive timer.
  const port = Number(origin.port).toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(`^ *\\d+: \\w+:${port} \\w+:\\w+ 01 \\S+ (\\w+):(\\w+) `, 'm');
  const timer = () => established.exec(readFileSync('/proc/net/tcp', 'utf8')) ?? [];
  await expect.poll(() => timer()[1]).toBe('02');
  // In hundredths of a second.
  expect(Number.parseInt(timer()[2] ?? '', 16)).toBeGreaterThan(10_00);
  expect(Number.parseInt(timer()[2] ?? '', 16)).toBeLessThan(61_00);
  socket.destroy();
  await app.close();
});

const HALF_A_BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n';

it.each([
  ['nothing', ''],
  ['half of the headers', 'GET / HTTP/1.1\r\nHost: a\r\nX: '],
  ['half of the body', `${HALF_A_BODY}\r\n{`],
  // Node.js ends no connection that was upgraded.
  ['half of the body for another protocol', `${HALF_A_BODY}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n{`],
])('ends a connection that sends %s, also octet by octet', async (_what, start) => {
  // Node.js by itself looks for such connections every 30 seconds, here first.
  const usual = createServer({ requestTimeout: 500 }).listen(0, '127.0.0.1');
  const early = earlyServer(() => false, { ...LIMITS, requestTimeout: 500 });
  const app = Fastify({ serverFactory: early, forceCloseConnections: true });
  app.server.on('upgrade', () => undefined);
  app.post('/', async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ended: string[] = [];
  const clients = Object.entries({ usual, ours: app.server }).map(([name, server]) => {
    server.on('connection', (socket: Socket) => socket.once('close', () => ended.push(name)));
    const address = server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(start);
    return socket;
  });
  const dribbling = setInterval(() => {
    for (const socket of clients) if (start !== '') socket.write('a');
  }, 100);
  onTestFinished(() => clearInterval(dribbling));
  await expect.poll(() => ended[0]).toBeDefined();
  expect(ended[0]).toBe('ours');
  for (const socket of clients) socket.destroy();
  usual.close();
  await app.close();
});
