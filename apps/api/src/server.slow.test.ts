import { once } from 'node:events';
import { connect } from 'node:net';
import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { freePort } from '@laurel/database/free-port';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { startServerProcess } from '@laurel/support/process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';

const api = useTestApi();
const owner = useOwner(api);

/** Resolves with whether something listens on a port of this machine. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

const startProcess = async (env: Record<string, string>) => {
  const server = await startServerProcess({
    DATABASE_URL: api.deps.databaseUrl,
    DATA_KEY: api.deps.config.dataKey.toString('base64'),
    ...env,
  });
  onTestFinished(() => void server.stop('SIGKILL'));
  return { ...server, port: Number(new URL(server.origin).port) };
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
/** Opens a connection. @returns what it has received so far, too */
const open = (port: number) => {
  const call = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void call.destroy());
  let answer = '';
  call.on('data', (chunk) => {
    answer += chunk;
  });
  return { call, answer: () => answer };
};
/** Half a call: it runs until the rest arrives. The server has read its head once it asks to continue. */
const openHalf = async (port: number, path: string) => {
  const half = open(port);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `origin: http://localhost:${port}`,
    'content-type: application/json',
    'content-length: 2',
    'expect: 100-continue',
  ];
  half.call.write(`${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => half.answer()).toBe(CONTINUE);
  return half;
};
const untilClosed = (port: number) => expect.poll(() => listens(port)).toBe(false);

// This test fails with the console closed first: the voters’ listener stays open for as long as the call takes.
it('a stop closes the voters’ listener while a call of the console is still running', async () => {
  const consolePort = await freePort();
  const server = await startProcess({ DATABASE_CONSOLE_URL: api.consoleUrl, CONSOLE_PORT: String(consolePort) });
  const { call, answer } = await openHalf(consolePort, '/api/invitation/options');
  const stopped = server.stop('SIGTERM');
  await untilClosed(server.port);
  expect(answer()).toBe(CONTINUE);
  call.write('{}');
  expect(await stopped).toBe(0);
  expect(answer().slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

// This test fails without the interval: the connection stays open until the stop ends that of the other call, too.
it('a stop ends a voter’s connection once its call is answered', async () => {
  const server = await startProcess({});
  const other = await openHalf(server.port, '/api/users/login');
  const { call, answer } = await openHalf(server.port, '/api/users/login');
  const closed = once(call, 'close');
  const stopped = server.stop('SIGTERM');
  await untilClosed(server.port);
  call.write('{}');
  await closed;
  expect(answer().slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(other.answer()).toBe(CONTINUE);
  other.call.write('{}');
  expect(await stopped).toBe(0);
  expect(other.answer().slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

// This test fails without the listener's preClose: the sockets stayed open for as long as the call took.
it('a stop asks the sockets to reconnect before it waits for the calls', async () => {
  const server = await startProcess({});
  const socket = new WebSocket(`ws://localhost:${server.port}${SOCKET_PATH}`);
  await once(socket, 'open');
  const { call, answer } = await openHalf(server.port, '/api/users/login');
  const ended = once(socket, 'close');
  const stopped = server.stop('SIGTERM');
  const [code] = await ended;
  expect(code).toBe(1001);
  expect(answer()).toBe(CONTINUE);
  call.write('{}');
  expect(await stopped).toBe(0);
});

// This test fails without the limit on one of the ports: the process gives up after 25 seconds, and finishes nothing.
it('a stop waits 15 seconds for half a request on each port, and ends as usual', async () => {
  const [metricsPort, consolePort] = [await freePort(), await freePort()];
  const server = await startProcess({
    DATABASE_CONSOLE_URL: api.consoleUrl,
    METRICS_PORT: String(metricsPort),
    CONSOLE_PORT: String(consolePort),
  });
  for (const [port, path, status] of [
    [server.port, '/livez', 200],
    [metricsPort, '/metrics', 200],
    [consolePort, '/api/me', 401],
  ] as const) {
    const { call, answer } = open(port);
    // Once the first is answered, the server has read the half that came with it.
    call.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\nGET ${path} HTTP/1.1\r\n`);
    await expect.poll(() => answer().startsWith(`HTTP/1.1 ${status}`)).toBe(true);
  }
  const since = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(performance.now() - since).toBeGreaterThan(14_000);
});

// This test fails with the origins recorded after the jobs.
it('a stop records the origins of votes before it waits for the jobs', async () => {
  const { deps } = api;
  let endJobs: (() => void) | undefined;
  const closeJobs = deps.jobs.close;
  vi.spyOn(deps.jobs, 'close').mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      endJobs = resolve;
    });
    await closeJobs();
  });
  deps.voteOrigins.note({
    sessionId: '00000000-0000-4000-8000-000000000000',
    categoryId: 1,
    castAt: api.clock.now(),
    visit: { ip: '192.0.2.1', userAgent: null, timeZone: null },
  });
  const finished = deps.finish();
  await expect.poll(() => endJobs).toBeDefined();
  expect(deps.voteOrigins.depth).toBe(0);
  expect((await owner.query('SELECT FROM vote_origin_batches')).rowCount).toBe(1);
  endJobs?.();
  await finished;
});
