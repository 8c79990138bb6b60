import { percentile } from '@laurel/api/rehearsal/requests';
import { gather } from './audience.ts';
import { allCpuMs, cpuMs } from './cpu.ts';
import { startCrowd } from './crowd.ts';
import type { Fared } from './generators/lanes.ts';
import { openPostOffice, type Welcomed, welcome } from './newcomers.ts';
import type { Stage } from './stage.ts';

/** Votes, reads of the statistics and sign-ups per second, for some seconds. */
export type Load = { votes: number; reads: number; newcomers: number; seconds: number };

/** One kind of request: its times in milliseconds, how many were answered as they should, and the other answers. */
export type Kind = { name: string; p50: number; p99: number; most: number; done: number; errors: string[] };

const kindOf = (name: string, { statuses, ...times }: Fared, wanted: string): Kind => ({
  name,
  ...times,
  done: statuses[wanted] ?? 0,
  errors: Object.entries(statuses).flatMap(([status, count]) => (status === wanted ? [] : [`${count} × ${status}`])),
});

export const SIGN_UP_CALLS = 'sign-up calls';

const newcomersOf = ({ latencies, failures }: Welcomed): Kind => ({
  name: SIGN_UP_CALLS,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  most: percentile(latencies, 1),
  done: latencies.length,
  errors: failures,
});

/** The average number of cores that processes used. */
export type Shares = { server: number; generators: number; rest: number };

const sharesDuring = async <Done>(server: number, generators: readonly number[], work: () => Promise<Done>) => {
  const read = () => ({
    at: performance.now() / 1000,
    server: cpuMs(server) / 1000,
    generators: generators.reduce((sum, pid) => sum + cpuMs(pid) / 1000, 0),
    all: allCpuMs() / 1000,
  });
  const before = read();
  const done = await work();
  const after = read();
  const cores = (of: (each: typeof before) => number): number => (of(after) - of(before)) / (after.at - before.at);
  const [own, made, all] = [cores((each) => each.server), cores((each) => each.generators), cores((each) => each.all)];
  return { done, shares: { server: own, generators: made, rest: all - own - made } };
};

type Options = {
  listeners: number;
  /** The most votes that will be cast. */
  votes: number;
  env?: Readonly<Record<string, string>>;
};

/** Opens a server with everything that a vote has: listeners, voters, readers, and newcomers with their providers. */
export const openHall = async (stage: Stage, { listeners, votes, env = {} }: Options) => {
  const office = stage.ends(await openPostOffice());
  const laurel = await stage.laurel({ ...office.env, ...env });
  const place = { ports: [laurel.port], manner: 'laurel', heartBeats: true, backAfterMs: 5_000 } as const;
  const audience = stage.ends(await gather(place, listeners));
  const crowd = await startCrowd(stage, laurel.port, votes);
  return {
    audience,
    pid: laurel.pid,
    live: (load: Load): Promise<{ done: Kind[]; shares: Shares }> =>
      sharesDuring(laurel.pid, [audience.pid, crowd.pid, process.pid], async () => {
        const [asked, welcomed] = await Promise.all([
          crowd.send({ votesPerSecond: load.votes, readsPerSecond: load.reads, seconds: load.seconds }),
          welcome(laurel.port, office, { perSecond: load.newcomers, seconds: load.seconds }),
        ]);
        return [kindOf('votes', asked.votes, '201'), kindOf('reads', asked.reads, '200'), newcomersOf(welcomed)];
      }),
  };
};

export type Hall = Awaited<ReturnType<typeof openHall>>;
