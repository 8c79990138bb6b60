import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createWitnessClient } from './client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
const start = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

it('appends the path to the prefix, with or without a trailing slash', async () => {
  const root = await start(async (request, answer) => {
    let body = '';
    for await (const part of request) body += part;
    answer.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${request.method} ${request.url} ${body}`);
  });
  const client = createWitnessClient();
  const answer = { status: 409, type: 'text/x.tlog.size', body: 'POST /w/add-checkpoint old 0' };
  expect(await client.addCheckpoint(`${root}/w`, 'old 0')).toEqual(answer);
  expect(await client.addCheckpoint(`${root}/w/`, 'old 0')).toEqual(answer);
  expect((await client.newestCheckpoint(root, 'abc')).body).toBe('GET /abc/checkpoint ');
});

it('reads at most 64 KiB of a response, and then closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const root = await start((_request, answer) => {
    answer.on('close', closed.resolve);
    const more = (): void => {
      if (!answer.destroyed) answer.write('x'.repeat(64 * 1024), () => setImmediate(more));
    };
    more();
  });
  // The time limit, which would also close the connection, is longer than that of the test.
  const { body } = await createWitnessClient(600_000).addCheckpoint(root, '');
  expect(body).toBe('x'.repeat(64 * 1024));
  await closed.promise;
});

it.each<[string, RequestListener]>([
  ['does not answer', () => undefined],
  ['never ends its answer', (_request, answer) => void answer.write('slowly')],
])('gives up on a witness that %s', async (_what, listener) => {
  const root = await start(listener);
  await expect(createWitnessClient(200).addCheckpoint(root, '')).rejects.toThrow(/timeout/);
});
