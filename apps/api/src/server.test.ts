import { connect } from 'node:net';
import { freePort } from '@laurel/support/free-port';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { startServerProcess } from '@laurel/support/process';
import { expect, it, onTestFinished, vi } from 'vitest';

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

// Seen failing with the console closed first: the voters' listener stays open for as long as the call takes.
it('a stop closes the voters’ listener while a call of the console is still running', async () => {
  const consolePort = await freePort();
  const server = await startServerProcess({
    DATABASE_URL: api.deps.databaseUrl,
    DATABASE_CONSOLE_URL: api.consoleUrl,
    DATA_KEY: api.deps.config.dataKey.toString('base64'),
    CONSOLE_PORT: String(consolePort),
  });
  onTestFinished(() => void server.stop('SIGKILL'));
  const port = Number(new URL(server.origin).port);
  // Half a call: it runs until the rest arrives. The server has read its head once it asks to continue.
  const call = connect(consolePort, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  call.on('data', (chunk) => {
    answer += chunk;
  });
  const head = [
    'POST /api/invitation/options HTTP/1.1',
    'host: localhost',
    `origin: http://localhost:${consolePort}`,
    'content-type: application/json',
    'content-length: 2',
    'expect: 100-continue',
  ];
  call.write(`${head.join('\r\n')}\r\n\r\n`);
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
  await vi.waitUntil(() => answer === CONTINUE, { timeout: 20_000 });
  const stopped = server.stop('SIGTERM');
  await vi.waitUntil(async () => !(await listens(port)), { timeout: 20_000 });
  expect(answer).toBe(CONTINUE);
  call.write('{}');
  expect(await stopped).toBe(0);
  expect(answer.slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 4\d\d /);
}, 60_000);

// Seen failing with the origins recorded after the jobs.
it('a stop records the origins of votes first, whatever a job does', async () => {
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
  await vi.waitUntil(() => endJobs !== undefined, { timeout: 20_000 });
  expect(deps.voteOrigins.depth).toBe(0);
  expect((await owner.query('SELECT FROM vote_origin_batches')).rowCount).toBe(1);
  endJobs?.();
  await finished;
});
