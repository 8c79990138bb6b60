import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from '@laurel/support/cluster';
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
/** How many times it has responded with the edition. */
const editions = async (): Promise<number> =>
  Number(/^laurel_http_requests_total\{route="\/api\/edition",status="200"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0);

/**
 * Voters and readers during the attack, all of which must be served.
 * @param meanwhile the attack; it ends after `served`, which resolves when two people were served
 */
const honestPeople = async (meanwhile: (served: () => Promise<void>) => Promise<void>): Promise<void> => {
  const voters = await cluster.voters(200);
  const answers: number[] = [];
  let going = true;
  const people = (async () => {
    for (const { token } of voters) {
      if (!going) break;
      const vote = await fetch(`${origin}/api/vote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(cluster.ballot[0]),
      });
      const read = await fetch(`${origin}/api/vote/statistics`);
      await Promise.all([vote.text(), read.text()]);
      answers.push(vote.status, read.status);
      await sleep(20);
    }
  })();
  const served = async (): Promise<void> => {
    while (answers.length < 4) await sleep(50);
  };
  await meanwhile(served);
  going = false;
  await people;
  expect(answers.length).toBeGreaterThan(2);
  expect(new Set(answers)).toEqual(new Set([201, 200]));
};

/** Opens connections, sends a text on each, and keeps them open without reading. */
const crowd = async (count: number, first: string): Promise<{ sockets: Socket[]; leave(): void }> => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    if (first !== '') socket.write(first);
    sockets.push(socket);
    // At the rate that the machine can accept.
    if (opened % 50 === 49) await sleep(10);
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
  ])(
    'many connections that %s cost little',
    async (_what, first) => {
      const before = await resident();
      await honestPeople(async (served) => {
        const { sockets, leave } = await crowd(sized(300, 5_000), first);
        for (let beats = 0; beats < sized(3, 30); beats++) {
          // One more octet, so that the connection is not idle.
          if (first !== '') for (const socket of sockets) socket.write('a');
          await sleep(100);
        }
        expect((await resident()) - before).toBeLessThan(GROWTH_BYTES);
        await served();
        leave();
      });
    },
    300_000,
  );

  it('unread responses don’t pile up, however many are requested at once', async () => {
    const before = { resident: await resident(), editions: await editions() };
    const [clients, each] = [sized(10, 100), 2_000];
    await honestPeople(async (served) => {
      // The responses of each connection would be more than a hundred megabytes.
      const { leave } = await crowd(clients, 'GET /api/edition HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(each));
      // Until there are no more responses.
      for (let [last, now] = [-1, await editions()]; now > last; [last, now] = [now, await editions()])
        await sleep(500);
      expect((await editions()) - before.editions).toBeGreaterThanOrEqual(clients);
      expect((await editions()) - before.editions).toBeLessThan(clients * 40);
      expect((await resident()) - before.resident).toBeLessThan(GROWTH_BYTES);
      await served();
      leave();
    });
  }, 300_000);

  it('connections cut in the middle of a request leave nothing', async () => {
    const before = await resident();
    await honestPeople(async (served) => {
      for (let round = 0; round < sized(10, 200); round++) {
        const { leave } = await crowd(50, `${POST}Content-Length: 16000\r\n\r\n${'{'.repeat(8_000)}`);
        await sleep(10);
        leave();
      }
      await served();
      expect((await resident()) - before).toBeLessThan(GROWTH_BYTES);
    });
  }, 300_000);
});
