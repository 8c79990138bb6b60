import { mostSockets } from '../audience.ts';
import { countVotes } from '../fill.ts';
import type { BenchCase, Figure, Finding } from '../finding.ts';
import { type Hall, type Kind, type Load, openHall, type Shares, SIGN_UP_CALLS } from '../hall.ts';
import { onStage, type Stage } from '../stage.ts';

/** `readers` send requests, `listeners` subscribe. */
type Plan = { hour: Load; listeners: number; readers: number; steps: readonly number[]; stepSeconds: number };

/** The longest that 99 of 100 may take, milliseconds: votes and reads, and the calls of a sign-up. */
const P99_GOAL_MS = 250;
const SIGN_UP_P99_GOAL_MS = 1_000;
const goalOf = (name: string): number => (name === SIGN_UP_CALLS ? SIGN_UP_P99_GOAL_MS : P99_GOAL_MS);
/** The interval of a reader: that of the page while a verification is pending. Else it asks once a minute. */
const ASKS_EVERY_SECONDS = 10;

const say = ({ server, generators, rest }: Shares): string =>
  `cores: Laurel ${server.toFixed(2)}, the generators ${generators.toFixed(2)}, PostgreSQL and all else ${rest.toFixed(2)}`;

/** The problem, if any: errors, or responses that took too long. */
const troubleOf = (kinds: readonly Kind[]): string | undefined => {
  const failed = kinds.filter(({ errors }) => errors.length > 0);
  if (failed.length > 0)
    return failed.map(({ name, errors }) => `${name} failed: ${errors.slice(0, 3).join(', ')}`).join('; ');
  const slow = kinds.filter(({ name, p99 }) => p99 > goalOf(name)).toSorted((one, other) => other.p99 - one.p99);
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

const figuresOf = ({ name, p50, p99, most, done, errors }: Kind): Figure[] => [
  {
    what: `the last hour, ${name}: p99`,
    value: p99,
    unit: ' ms',
    digits: 1,
    goal: { atMost: goalOf(name) },
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
  const { hour, steps, stepSeconds } = plan;
  const listeners = mostSockets(plan.listeners);
  const votes = hour.votes * (hour.seconds + steps.reduce((sum, step) => sum + step * stepSeconds, 0)) + 100;
  const hall = await openHall(stage, { listeners, votes });
  const before = await hall.audience.joined(0);
  const { done, shares } = await hall.live(hour);
  const after = await hall.audience.joined(0);
  const acknowledged = done.find(({ name }) => name === 'votes')?.done ?? 0;
  const lost = acknowledged - (await countVotes(stage.owner));
  return [
    ...done.flatMap(figuresOf),
    { what: 'the last hour: votes acknowledged and not stored', value: lost, unit: '', goal: { atMost: 0 } },
    {
      what: `the last hour: listeners cut off, of ${listeners.toLocaleString('en')}`,
      value: after.tries - before.tries,
      unit: '',
      goal: { atMost: 0 },
      note: `each heard ${((after.heard - before.heard) / listeners).toFixed(1)} changes in ${hour.seconds} s; ${plan.readers.toLocaleString('en')} more asked every ${ASKS_EVERY_SECONDS} s`,
    },
    { what: 'the last hour: cores that Laurel took', value: shares.server, unit: '', digits: 2, note: say(shares) },
    ...(steps.length > 0 ? [await breakingPoint(hall, plan)] : []),
  ];
};

const MINUTES = 15;
const HOUR = { listeners: 10_000, readers: 10_000, votes: 5_000 / 60, newcomers: 20 };
const QUICK = { listeners: 20, readers: 100, votes: 10, newcomers: 0.5 };

/** The last hour of voting: 5,000 votes a minute, 20,000 readers, twenty complete sign-ups a second: mail, second factor, text message and Telegram. */
export const lastHour: BenchCase = {
  name: 'last-hour',
  onlyByName: true,
  run: ({ sized, minutes = MINUTES }) => {
    const { listeners, readers, votes, newcomers } = sized(QUICK, HOUR);
    const seconds = sized(2, minutes * 60);
    const hour = { votes, reads: readers / ASKS_EVERY_SECONDS, newcomers, seconds };
    const plan = { hour, listeners, readers, steps: sized([], [1.5, 2, 3, 4]), stepSeconds: 20 };
    return onStage((stage) => benchLastHour(stage, plan));
  },
};
