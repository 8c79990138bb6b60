import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOMP_RECONNECT_MS } from '@laurel/contracts/limits';
import { type Audience, gather, mostSockets } from '../audience.ts';
import { cpuMs } from '../cpu.ts';
import type { BenchCase, Finding, Ratio } from '../finding.ts';
import type { Manner } from '../generators/listener.ts';
import { judgeBy, race } from '../measure.ts';
import { pin, type Running, residentMb, startRival } from '../processes.ts';

/** The messages of one round, sent to all one after the other. */
const DELIVERIES = 40_000;
/** A server is busy for a while after many sockets connect. */
const SETTLE_MS = 3_000;

type Pushed = {
  perSecond: number;
  /** Deliveries per second of the server's processor time, which other load does not affect. */
  perCpuSecond: number;
  /** The octets of a delivery. */
  octets: number;
};

/** A server and its subscribers. */
type Side = {
  push(): Promise<Pushed>;
  perSocketKb: number;
  close(): Promise<void>;
};

type Server = Running & { push(count: number): void };

const openSide = async (manner: Manner, server: Server, sockets: number): Promise<Side> => {
  const cores = availableParallelism();
  // The server on one core and the subscribers on another.
  if (cores > 1) pin(server.pid, '0');
  const before = residentMb(server.pid);
  const place = { ports: [server.port], manner, heartBeats: false, backAfterMs: STOMP_RECONNECT_MS };
  const audience: Audience = await gather(place, sockets);
  if (cores > 1) pin(audience.pid, '1');
  await sleep(SETTLE_MS);
  const grown = residentMb(server.pid) - before;
  const messages = Math.max(1, Math.round(DELIVERIES / sockets));
  let octetsBefore = 0;
  return {
    perSocketKb: (grown * 1024) / sockets,
    push: async () => {
      const before = cpuMs(server.pid);
      const startedAt = performance.now();
      const all = audience.hears(messages * sockets);
      server.push(messages);
      const heard = await all;
      const took = performance.now() - startedAt;
      const octets = (heard.octets - octetsBefore) / (messages * sockets);
      octetsBefore = heard.octets;
      const per = (milliseconds: number): number => (messages * sockets * 1000) / milliseconds;
      return { perSecond: per(took), perCpuSecond: per(cpuMs(server.pid) - before), octets };
    },
    close: async () => {
      await audience.stop();
      await server.stop();
    },
  };
};

/** Laurel's gateway, or a bare loop, alone in a process. */
const startPushing = async (mode: 'stomp' | 'bare'): Promise<Server> => {
  const running = await startRival('broadcast', { MODE: mode });
  return {
    ...running,
    push: (count) => void fetch(`http://127.0.0.1:${running.port}/push?count=${count}`).then((answer) => answer.text()),
  };
};

/** Pushes to a number of sockets, alternating between the sides. */
const pushTo = async (wanted: number, rounds: number): Promise<Finding[]> => {
  const sockets = mostSockets(wanted);
  const sides: Side[] = [];
  const add = async (manner: Manner, mode: 'stomp' | 'bare'): Promise<void> => {
    sides.push(await openSide(manner, await startPushing(mode), sockets));
  };
  try {
    await add('laurel', 'stomp');
    await add('bare', 'bare');
    await add('compressed', 'stomp');
    const pushes = sides.map(({ push }) => push);
    await race(1, pushes);
    const [laurel = [], bare, compressed = []] = await race(rounds, pushes);
    const what = `a push to ${sockets.toLocaleString('en')} STOMP sockets`;
    const both = (rival: string, about: string, ours: Pushed[], theirs: Pushed[] | undefined, goal = {}): Ratio[] => [
      {
        id: `broadcast.${rival}.${wanted}`,
        what: `${what}${about}`,
        unit: 'deliveries/s',
        verdict: judgeBy((each) => each.perSecond, ours, theirs),
        ...goal,
      },
      {
        id: `broadcast.${rival}.${wanted}.cpu`,
        what: `${what}${about}`,
        unit: 'deliveries per second of processor time',
        verdict: judgeBy((each) => each.perCpuSecond, ours, theirs),
      },
    ];
    const [plainKb = Number.NaN, , compressedKb = Number.NaN] = sides.map(({ perSocketKb }) => perSocketKb);
    return [
      ...both('bare', ', against a bare ws loop', laurel, bare, { goal: 0.9 }),
      ...both('compressed', ' with permessage-deflate, against without', compressed, laurel),
      {
        what: 'the octets of a push with permessage-deflate',
        value: compressed.at(-1)?.octets ?? Number.NaN,
        unit: '',
        digits: 0,
        note: `without: ${laurel.at(-1)?.octets.toFixed(0)}`,
      },
      {
        what: `memory of an idle socket, with ${sockets.toLocaleString('en')} of them`,
        value: plainKb,
        unit: ' KB',
        digits: 1,
        goal: { atMost: 40 },
        note: `with permessage-deflate: ${compressedKb.toFixed(1)} KB`,
      },
    ];
  } finally {
    for (const side of sides) await side.close();
  }
};

/** The same message to all sockets, by Laurel without and with compression, and by a bare `ws` loop. */
export const broadcast: BenchCase = {
  name: 'broadcast',
  run: async ({ rounds, sized }) => {
    const findings: Finding[] = [];
    for (const sockets of sized([300], [500, 2_000], [500, 2_000, 10_000])) {
      findings.push(...(await pushTo(sockets, rounds)));
    }
    return findings;
  },
};
