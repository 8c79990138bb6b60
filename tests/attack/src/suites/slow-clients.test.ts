import { connect, type Socket } from 'node:net';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import { fire } from '@laurel/support/load';
import { sized } from '@laurel/support/scale';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MB = 1024 * 1024;
/** The memory that many connections may take. */
const GROWTH_BYTES = 200 * MB;

let cluster: Cluster;
let origin: string;
let port: number;
beforeAll(async () => {
  cluster = await startCluster(1);
  origin = cluster.servers[0]?.origin ?? '';
  port = Number(new URL(origin).port);
});
afterAll(() => cluster.close());

const metrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text();
/** The memory of the server's process, octets. */
const resident = async (): Promise<number> =>
  Number(/^process_resident_memory_bytes (\S+)$/m.exec(await metrics())?.[1]);
/** A person who votes and reads the percentages meanwhile, over connections of their own. */
const serve = async (): Promise<void> => {
  const [voter] = await cluster.voters(1);
  const [vote] = cluster.ballot;
  if (!voter || !vote) throw new Error('nobody can vote');
  const [cast] = await fire([{ origin, token: voter.token, vote }], 1);
  const read = await fetch(`${origin}/api/vote/statistics`);
  expect([cast?.status, read.status, await read.json()]).toEqual([201, 200, expect.any(Array)]);
};

/**
 * Opens connections, sends a text on each, and keeps them open without reading. An honest person is served after each
 * 50: by then the server has accepted them.
 */
const crowd = async (count: number, first: string): Promise<{ sockets: Socket[]; leave(): void }> => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    if (first !== '') socket.write(first);
    sockets.push(socket);
    if (opened % 50 === 49) await serve();
  }
  return {
    sockets,
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const POST = 'POST /api/users/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

describe('while people vote', () => {
  it.each([
    ['say nothing', ''],
    ['never end their headers', 'GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['never end their body', `${POST}Content-Length: 1000\r\n\r\n{`],
    ['never end their chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    [
      'ask for a socket and never speak',
      'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
  ])('many connections that %s cost little', async (_what, first) => {
    const before = await resident();
    const { sockets, leave } = await crowd(sized(300, 5_000), first);
    for (let beats = 0; beats < sized(3, 30); beats++) {
      // One more octet, so that the connection is not idle.
      if (first !== '') for (const socket of sockets) socket.write('a');
      await serve();
    }
    expect((await resident()) - before).toBeLessThan(GROWTH_BYTES);
    leave();
  });

  it('connections cut in the middle of a request leave nothing', async () => {
    const before = await resident();
    for (let round = 0; round < sized(10, 200); round++) {
      const { leave } = await crowd(50, `${POST}Content-Length: 16000\r\n\r\n${'{'.repeat(8_000)}`);
      leave();
    }
    await serve();
    expect((await resident()) - before).toBeLessThan(GROWTH_BYTES);
  });
});
