import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { BenchCase, Finding } from '../finding.ts';
import { compare } from '../measure.ts';
import { type Running, residentMb, startRival } from '../processes.ts';

const SOCKETS = 2_000;
const PUSHES = 20;

/** Sockets that listen to the statistics and count what they hear. */
type Audience = { heard(count: number): Promise<void>; reset(): void; close(): void };

const CONNECT = 'CONNECT\naccept-version:1.2\nhost:laurel\nheart-beat:0,0\n\n\0';
const SUBSCRIBE = 'SUBSCRIBE\nid:sub-0\ndestination:/topic/statistics\nreceipt:r\n\n\0';

const join = (port: number, stomp: boolean, onMessage: () => void): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['v12.stomp'], { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('open', () => (stomp ? socket.send(CONNECT) : resolve(socket)));
    socket.on('message', (data: Buffer) => {
      if (data[0] === 0x4d) onMessage();
      else if (data.subarray(0, 9).toString() === 'CONNECTED') socket.send(SUBSCRIBE);
      else if (data.subarray(0, 7).toString() === 'RECEIPT') resolve(socket);
    });
  });

const gather = async (port: number, stomp: boolean): Promise<Audience> => {
  let count = 0;
  let wake: () => void = () => {};
  const sockets: WebSocket[] = [];
  for (let index = 0; index < SOCKETS; index += 100) {
    const joined = Array.from({ length: 100 }, () =>
      join(port, stomp, () => {
        count += 1;
        wake();
      }),
    );
    sockets.push(...(await Promise.all(joined)));
  }
  return {
    heard: (wanted) =>
      new Promise((resolve) => {
        wake = () => {
          if (count >= wanted) resolve();
        };
        wake();
      }),
    reset: () => {
      count = 0;
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
};

const push = async (server: Running, audience: Audience): Promise<number> => {
  audience.reset();
  const startedAt = performance.now();
  const asked = fetch(`http://127.0.0.1:${server.port}/push?count=${PUSHES}`);
  await audience.heard(SOCKETS * PUSHES);
  const took = performance.now() - startedAt;
  await asked;
  return (SOCKETS * PUSHES * 1000) / took;
};

/** One push to 2,000 STOMP sockets, against a bare `ws` loop that sends the same bytes. */
const benchBroadcast = async (rounds: number): Promise<Finding[]> => {
  const stomp = await startRival('broadcast', { MODE: 'stomp' });
  const bare = await startRival('broadcast', { MODE: 'bare' });
  try {
    const before = residentMb(stomp.pid);
    const listeners = await gather(stomp.port, true);
    await sleep(2_000);
    const perSocketKb = ((residentMb(stomp.pid) - before) * 1024) / SOCKETS;
    const rivals = await gather(bare.port, false);
    await push(stomp, listeners);
    await push(bare, rivals);
    const verdict = await compare(rounds, {
      laurel: () => push(stomp, listeners),
      rival: () => push(bare, rivals),
    });
    listeners.close();
    rivals.close();
    return [
      {
        id: 'broadcast.bare',
        what: `a push to ${SOCKETS.toLocaleString('en')} STOMP sockets, against a bare ws loop`,
        unit: 'deliveries/s',
        verdict,
      },
      { what: 'memory of an idle STOMP socket', value: perSocketKb, unit: ' KB', digits: 1, goal: { atMost: 40 } },
    ];
  } finally {
    await stomp.stop();
    await bare.stop();
  }
};

export const broadcast: BenchCase = { name: 'broadcast', run: ({ rounds }) => benchBroadcast(rounds) };
