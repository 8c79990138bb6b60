import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { successOf } from '@laurel/contracts/calls/call';
import { statistics } from '@laurel/contracts/calls/vote';
import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { type Audience, gatherAudience } from './audience.ts';
import { type Ballots, ballotsOf, startBallots } from './ballots.ts';
import { compareVotes } from './compare.ts';
import { watchMachine } from './machine.ts';
import type { Measured, Measurement } from './measurements.ts';
import { KILLED, type Killed, type Load, loadFor, type Times } from './needs.ts';
import { atRate } from './rate.ts';
import { createRequests } from './requests.ts';
import { CHANNELS, type WalkDeps, walkVoter } from './sign-up.ts';
import { type Site, someAddress } from './site.ts';
import type { Voter } from './voters.ts';

/** The number of voters who sign up before the load: half by Telegram, half by Instagram. */
const FIRST_VOTERS = 6;
const GATHERED_WITHIN_MS = 60_000;
/** How long the rehearsal waits after a kill until voting works again, milliseconds. */
const BACK_WITHIN_MS = 90_000;
/** How long after the load votes without an acknowledgement are sent again, milliseconds. */
const ANSWERED_WITHIN_MS = 60_000;
const SPARE_VOTERS = 20;

type Deps = Pick<WalkDeps, 'site' | 'providers' | 'now'> & {
  times: Times;
  /** The expected number of voters. */
  voters: number;
  /** The owner's connection to the copy. */
  ownerUrl: string;
  makeVoters(count: number): Promise<Voter[]>;
  /** Kills containers of the copy, and resolves once they were started again. */
  kill(what: Killed): Promise<void>;
  measured(measurement: Measurement): void;
  /** @param share of the whole, 0 to 1 */
  progress(share: number, what: string): void;
};

/** Creates phone numbers; none is returned twice. */
const createNumbers = (): (() => string) => {
  let next = randomInt(5_000_000);
  return () => {
    next += 1;
    return `+38067${String(next).padStart(7, '0')}`;
  };
};

type Walks = Deps & Pick<WalkDeps, 'nextNumber'>;

const voteIn = ({ nomination, niche, results }: StatisticsItem, number: number): Vote => ({
  nomination,
  niche,
  vote: results[number % results.length]?.company ?? '',
});

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readCategories = async (site: Site): Promise<StatisticsItem[]> => {
  const { body } = await site.ask({ method: 'GET', path: `/api${statistics.path}`, from: someAddress() });
  return statistics.reply.parse(JSON.parse(body)).filter(({ results }) => results.length > 0);
};

const walkFirst = async (deps: Walks, categories: readonly StatisticsItem[]): Promise<Measured<'sign-ups'>> => {
  const problems: string[] = [];
  const walk = async (number: number): Promise<void> => {
    const channel = CHANNELS[number % CHANNELS.length] ?? 'telegram';
    const category = categories[number % categories.length];
    if (!category) return;
    try {
      await walkVoter({ ...deps, onReply: () => undefined }, channel, voteIn(category, number));
    } catch (error) {
      problems.push(`${channel}: ${textOf(error)}`);
    }
  };
  deps.progress(0, `signing up ${FIRST_VOTERS} voters`);
  await Promise.all(Array.from({ length: FIRST_VOTERS }, (_, number) => walk(number)));
  return { step: 'sign-ups', walked: FIRST_VOTERS, done: FIRST_VOTERS - problems.length, problems };
};

/** Starts sign-ups at a constant rate, and notes the answers. */
const startSignUps = (deps: Walks, perSecond: number, categories: readonly StatisticsItem[]) => {
  const calls = createRequests();
  const signedUp = { asked: 0, done: 0, problems: [] as string[] };
  const { stop, finished } = atRate(perSecond, async (number) => {
    const category = categories[number % categories.length];
    const channel = CHANNELS[number % CHANNELS.length] ?? 'telegram';
    if (!category) return;
    signedUp.asked += 1;
    try {
      const onReply: WalkDeps['onReply'] = (reply, wanted) => {
        calls.begin();
        calls.note(reply, wanted, reply.ms);
      };
      await walkVoter({ ...deps, onReply }, channel, voteIn(category, number));
      signedUp.done += 1;
    } catch (error) {
      signedUp.problems.push(textOf(error));
    }
  });
  return { calls, signedUp, stop, finished };
};

type UnderLoad = { load: Load; audience: Audience; ballots: Ballots; categories: readonly StatisticsItem[] };

/** Measures the load of the last hour without a disturbance. */
const measureLoad = async (deps: Walks, parts: UnderLoad): Promise<Measured<'load'>> => {
  const { site, times, progress } = deps;
  const { load, audience, ballots, categories } = parts;
  const lostBefore = audience.lost();
  const machine = watchMachine();
  const startedAt = performance.now();
  const votes = createRequests();
  const reads = createRequests();
  ballots.noteIn(votes);
  const readers = atRate(load.readsPerSecond, async () => {
    reads.begin();
    const reply = await site.ask({ method: 'GET', path: `/api${statistics.path}`, from: someAddress() });
    reads.note(reply, successOf(statistics), reply.ms);
  });
  const signUps = startSignUps(deps, load.registrationsPerSecond, categories);
  for (let second = 0; second < times.calm; second += 1) {
    progress(0.1 + (0.35 * second) / times.calm, `the load of the last hour, ${times.calm - second} s left`);
    await sleep(1_000);
  }
  ballots.noteIn(undefined);
  // On a busy machine a second of waiting is longer.
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = machine.read();
  const sockets = { open: audience.open(), lost: audience.lost() - lostBefore };
  await Promise.all([readers.stop(), signUps.stop()]);
  await Promise.all([readers.finished(), signUps.finished()]);
  const { votesPerSecond, registrationsPerSecond } = load;
  return {
    step: 'load',
    seconds,
    wanted: { votesPerSecond, registrationsPerSecond, sockets: load.sockets },
    votes: await votes.read(),
    signUpCalls: await signUps.calls.read(),
    reads: await reads.read(),
    signedUp: signUps.signedUp,
    sockets,
    ...used,
  };
};

/** Kills the services in turn while people vote and sign up. */
const measureKills = async (
  deps: Walks,
  { load, audience, ballots, categories }: UnderLoad,
): Promise<Measured<'kills'>> => {
  const { times, kill, progress } = deps;
  const silences: Measured<'kills'>['silences'] = [];
  const againBefore = ballots.sentAgain();
  const signUps = startSignUps(deps, load.registrationsPerSecond, categories);
  try {
    for (let round = 0; round < times.kills; round += 1) {
      const killed = KILLED[round % KILLED.length] ?? 'app';
      progress(0.45 + (0.4 * round) / times.kills, `killing ${killed} (${round + 1} of ${times.kills})`);
      const watch = ballots.watch();
      await kill(killed);
      watch.confirm();
      silences.push({ killed, ms: await watch.silence(BACK_WITHIN_MS) });
      await sleep(times.settle * 1_000);
    }
    progress(0.85, 'waiting until every page is connected and every vote is answered');
    const socketsBack = await audience.gathered(GATHERED_WITHIN_MS);
    const { sockets } = load;
    return { step: 'kills', silences, sentAgain: ballots.sentAgain() - againBefore, socketsBack, sockets };
  } finally {
    // Sign-ups that a kill interrupted wait for codes in vain; people begin again.
    await signUps.stop();
  }
};

/**
 * Drives a rehearsal on the copy: first voters, the load of the last hour, the kills, and the comparison of the votes.
 * @throws Error if the copy can't be used at all
 */
export const drive = async (given: Deps): Promise<void> => {
  const deps = { ...given, nextNumber: createNumbers() };
  const { site, times, ownerUrl, makeVoters, measured, progress } = deps;
  const categories = await readCategories(site);
  if (categories.length === 0) throw new Error('the edition has no nominee to vote for');
  measured(await walkFirst(deps, categories));

  const load = loadFor(deps.voters, categories.length);
  const killSeconds = times.kills * (times.settle + BACK_WITHIN_MS / 1_000);
  const seconds = times.calm + killSeconds + (2 * GATHERED_WITHIN_MS) / 1_000;
  progress(0.05, `opening ${load.sockets} pages`);
  const voters = await makeVoters(Math.ceil((load.votesPerSecond * seconds) / categories.length) + SPARE_VOTERS);
  const audience = gatherAudience(site.origin, load.sockets);
  let ballots: Ballots | undefined;
  try {
    await audience.gathered(GATHERED_WITHIN_MS);
    ballots = startBallots(site, load.votesPerSecond, ballotsOf(voters, categories));
    const parts = { load, audience, ballots, categories };
    measured(await measureLoad(deps, parts));
    measured(await measureKills(deps, parts));
    const unanswered = await ballots.stop(ANSWERED_WITHIN_MS);
    progress(0.95, 'comparing the votes');
    const { sent, acknowledged } = ballots;
    measured({ step: 'ledger', unanswered, ...(await compareVotes(ownerUrl, { voters, sent, acknowledged })) });
  } finally {
    audience.leave();
    // After a failure the votes would go on, and the process with them.
    await ballots?.stop(0);
  }
};
