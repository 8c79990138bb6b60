import pg from 'pg';
import { type Audience, gather, mostSockets } from '../audience.ts';
import { ballotByCategory } from '../cast.ts';
import { allCpuMs, cpuMs } from '../cpu.ts';
import type { BenchCase, Figure, Finding } from '../finding.ts';
import { startGenerator } from '../generator.ts';
import type { FromCrowd, ToCrowd } from '../generators/crowd.ts';
import type { Fared } from '../generators/lanes.ts';
import { percentile } from '../measure.ts';
import { openPostOffice, type PostOffice, type Welcomed, welcome } from '../newcomers.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

/** The requests per second and the number of subscribers; `readers` send requests, `listeners` subscribe. */
type Load = { votes: number; reads: number; newcomers: number; seconds: number };
type Plan = { hour: Load; listeners: number; readers: number; steps: readonly number[]; stepSeconds: number };

const P99_GOAL_MS = 250;
/** The interval of a reader: that of the page while a verification is pending. Else it asks once a minute. */
const ASKS_EVERY_SECONDS = 10;

type Kind = { name: string; p50: number; p99: number; most: number; done: number; errors: string[] };

const kindOf = (name: string, { statuses, ...times }: Fared, wanted: string): Kind => ({
  name,
  ...times,
  done: statuses[wanted] ?? 0,
  errors: Object.entries(statuses).flatMap(([status, count]) => (status === wanted ? [] : [`${count} × ${status}`])),
});

const newcomersOf = ({ latencies, failures }: Welcomed): Kind => ({
  name: 'sign-up calls',
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  most: percentile(latencies, 1),
  done: latencies.length,
  errors: failures,
});

type Shares = { server: number; generators: number; rest: number };

/** The average number of cores that each process used. */
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

const say = ({ server, generators, rest }: Shares): string =>
  `cores: Laurel ${server.toFixed(2)}, the generators ${generators.toFixed(2)}, PostgreSQL and all else ${rest.toFixed(2)}`;

/** Opens a server with all parts of the load: listeners, voters, readers and newcomers. */
const openHall = async (stage: Stage, plan: Plan, office: PostOffice) => {
  const laurel = await startLaurel({ ...stage.env, ...office.env });
  const place = { ports: [laurel.port], manner: 'laurel', heartBeats: true, backAfterMs: 5_000 } as const;
  const listeners = mostSockets(plan.listeners);
  const audience: Audience = await gather(place, listeners);
  const crowd = startGenerator<ToCrowd, FromCrowd>('crowd');
  const categories = ballotByCategory(stage);
  const votes = plan.steps.reduce((sum, step) => sum + step * plan.hour.votes * plan.stepSeconds, 0);
  const all = votes + plan.hour.votes * plan.hour.seconds;
  const voters = await stage.voters(Math.ceil((all + 100) / categories.length));
  await crowd.ask({ port: laurel.port, tokens: voters.map(({ token }) => token), categories });
  const generators = [audience.pid, crowd.pid, process.pid];
  return {
    listeners,
    audience,
    live: (load: Load) =>
      sharesDuring(laurel.pid, generators, async () => {
        const [asked, welcomed] = await Promise.all([
          crowd.ask({ votesPerSecond: load.votes, readsPerSecond: load.reads, seconds: load.seconds }),
          welcome(laurel.port, office, { perSecond: load.newcomers, seconds: load.seconds }),
        ]);
        return [kindOf('votes', asked.votes, '201'), kindOf('reads', asked.reads, '200'), newcomersOf(welcomed)];
      }),
    close: async () => {
      await crowd.stop();
      await audience.leave();
      await laurel.stop();
    },
  };
};

type Hall = Awaited<ReturnType<typeof openHall>>;

/** The problem, if any: errors, or responses that took too long. */
const troubleOf = (kinds: readonly Kind[]): string | undefined => {
  const failed = kinds.filter(({ errors }) => errors.length > 0);
  if (failed.length > 0)
    return failed.map(({ name, errors }) => `${name} failed: ${errors.slice(0, 3).join(', ')}`).join('; ');
  const slow = kinds.filter(({ p99 }) => p99 > P99_GOAL_MS).toSorted((one, other) => other.p99 - one.p99);
  return slow.length > 0 ? slow.map(({ name, p99 }) => `p99 of ${name} ${p99.toFixed(0)} ms`).join(', ') : undefined;
};

/** Raises votes, reads and sign-ups step by step until a limit is reached. */
const breakingPoint = async (hall: Hall, { hour, steps, stepSeconds }: Plan): Promise<Figure> => {
  let held = 1;
  for (const step of steps) {
    const load = {
      votes: hour.votes * step,
      reads: hour.reads * step,
      newcomers: hour.newcomers * step,
      seconds: stepSeconds,
    };
    const { done, shares } = await hall.live(load);
    const trouble = troubleOf(done);
    const output = `at ${step} × (${load.votes.toFixed(0)} votes, ${load.reads.toFixed(0)} reads, ${load.newcomers.toFixed(1)} sign-ups a second)`;
    process.stdout.write(`${output}: ${trouble ?? 'held'}; ${say(shares)}\n`);
    if (trouble !== undefined) {
      return {
        what: 'the last hour holds as much',
        value: held,
        unit: ' ×',
        note: `${output} gives way: ${trouble}; ${say(shares)}`,
      };
    }
    held = step;
  }
  return { what: 'the last hour holds as much and more', value: held, unit: ' ×' };
};

const countVotes = async ({ migrateUrl }: Stage): Promise<number> => {
  const owner = new pg.Client({ connectionString: migrateUrl });
  await owner.connect();
  const { rows } = await owner.query<{ votes: string }>('SELECT count(*) AS votes FROM votes');
  await owner.end();
  return Number(rows[0]?.votes);
};

const figuresOf = ({ name, p50, p99, most, done, errors }: Kind): Figure[] => [
  {
    what: `the last hour, ${name}: p99`,
    value: p99,
    unit: ' ms',
    digits: 1,
    goal: { atMost: P99_GOAL_MS },
    note: `${done.toLocaleString('en')} of them, median ${p50.toFixed(1)} ms, slowest ${most.toFixed(0)} ms`,
  },
  {
    what: `the last hour, ${name}: errors`,
    value: errors.length,
    unit: '',
    goal: { atMost: 0 },
    note: errors.slice(0, 5).join(', '),
  },
];

/** Votes, readers, listeners and sign-ups at once; then more of them. */
const benchLastHour = async (stage: Stage, plan: Plan): Promise<Finding[]> => {
  const office = await openPostOffice();
  try {
    const hall = await openHall(stage, plan, office);
    try {
      const before = await hall.audience.joined(0);
      const { done, shares } = await hall.live(plan.hour);
      const after = await hall.audience.joined(0);
      const acknowledged = done.find(({ name }) => name === 'votes')?.done ?? 0;
      const lost = acknowledged - (await countVotes(stage));
      return [
        ...done.flatMap(figuresOf),
        { what: 'the last hour: votes acknowledged and not stored', value: lost, unit: '', goal: { atMost: 0 } },
        {
          what: `the last hour: listeners cut off, of ${hall.listeners.toLocaleString('en')}`,
          value: after.tries - before.tries,
          unit: '',
          goal: { atMost: 0 },
          note: `each heard ${((after.heard - before.heard) / hall.listeners).toFixed(1)} changes in ${plan.hour.seconds} s; ${plan.readers.toLocaleString('en')} more asked every ${ASKS_EVERY_SECONDS} s`,
        },
        { what: 'the last hour: cores that Laurel took', value: shares.server, unit: '', digits: 2, note: say(shares) },
        ...(plan.steps.length > 0 ? [await breakingPoint(hall, plan)] : []),
      ];
    } finally {
      await hall.close();
    }
  } finally {
    await office.close();
  }
};

const MINUTES = 15;
const HOUR = { listeners: 10_000, readers: 10_000, votes: 5_000 / 60, newcomers: 1 };
const QUICK = { listeners: 20, readers: 100, votes: 10, newcomers: 0.5 };

/** The last hour of voting: 5,000 votes a minute, 20,000 readers, a sign-up a second with mail, second factor and text message. */
export const lastHour: BenchCase = {
  name: 'last-hour',
  onlyByName: true,
  run: ({ sized, minutes = MINUTES }) => {
    const { listeners, readers, votes, newcomers } = sized(QUICK, HOUR);
    const seconds = sized(2, minutes * 60);
    const hour = { votes, reads: readers / ASKS_EVERY_SECONDS, newcomers, seconds };
    const plan = { hour, listeners, readers, steps: sized([], [2, 4, 6, 8, 12, 16, 24, 32]), stepSeconds: 20 };
    return onStage((stage) => benchLastHour(stage, plan));
  },
};
