import { setTimeout as sleep } from 'node:timers/promises';
import {
  compareMessages,
  compareVotes,
  isInDoubt,
  STORED,
  type Stored,
  WRONG_TALLIES,
} from '@laurel/support/ledger/compare';
import type { Entry, Figures } from '@laurel/support/ledger/orders';
import { deliver } from '@laurel/support/ledger/queue';
import { makeRequests } from '@laurel/support/ledger/requests';
import type { Cluster } from './cluster.ts';
import type { Undo } from './disturb.ts';
import type { Fault } from './faults.ts';

type VoteEntry = Extract<Entry, { kind: 'vote' }>;

/** What a round showed. Times in milliseconds. */
export type Result = {
  faults: string;
  acknowledged: number;
  /** The longest time without an acknowledged vote, from the beginning of the fault on. */
  silence: number;
  /** From the end of the fault to the next acknowledged vote. */
  afterEnd: number;
  /** Acknowledged votes that are not stored, or for another nominee. */
  lost: number;
  twice: number;
  messages: number;
  messagesLost: number;
  /** The acknowledged steps of exclusions, and the different checkpoints of the log that were read, in this round. */
  exclusionSteps: number;
  checkpoints: number;
  /** Everything that is wrong, the above included. */
  problems: string[];
};

/** The load of the last hour: about 400 votes a second, as long as the votes last. */
const LOAD = { voters: 3_000, lanes: 24, pauseMs: 40 };
/** The voters whose votes may be left out. */
const EXCLUDED = 300;
const MESSAGES = { mails: 6, sms: 4, accounts: 2 };
/** The votes before the fault, and after it. */
const VOTES = 200;
const TAKEN_AGAIN_MS = 90_000;
/** The time that requests on their way need, at the beginning of a fault that stops voting. */
const UNDER_WAY_MS = 3_000;
const PATIENCE_MS = 120_000;

const until = async ({ ledger }: Cluster, holds: (figures: Figures) => boolean, withinMs: number): Promise<void> => {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(100)) {
    if (holds(await ledger.order({ do: 'figures' }))) return;
  }
};

/** The load of a round, prepared while the database is there. */
const prepare = async (cluster: Cluster, firstIndex: number) => {
  const { ledger, deployment, categories } = cluster;
  const people = await cluster.voters(LOAD.voters);
  const known = await cluster.voters(MESSAGES.mails + MESSAGES.sms, { phone: false });
  const requests = await makeRequests({ known, asOwner: cluster.asOwner, ...MESSAGES });
  const origins = [deployment.origin];
  const numbered = people.map(({ token }, index) => ({ index: firstIndex + index, token }));
  return {
    voters: new Map(people.map(({ accountId }, index) => [firstIndex + index, accountId])),
    start: async (): Promise<void> => {
      cluster.logReader.start(await cluster.appAddresses());
      const { lanes, pauseMs } = LOAD;
      const choices = categories.map((each) => [...each]);
      await ledger.order({ do: 'vote', origins, voters: numbered, categories: choices, lanes, pauseMs });
      await ledger.order({ do: 'request', origins, requests, lanes: 2 });
      // The first voters vote first.
      cluster.organiser.start(people.slice(0, EXCLUDED));
    },
  };
};

/** The longest pause between acknowledged votes that ended after `begun`, and the time from `ended` to the next one. */
const silencesOf = (votes: readonly VoteEntry[], begun: number, ended: number) => {
  const times = votes.filter(({ status }) => status === 201).map(({ at }) => at);
  times.sort((a, b) => a - b);
  let silence = 0;
  for (const [index, at] of times.entries()) {
    if (at >= begun) silence = Math.max(silence, at - (times[index - 1] ?? at));
  }
  return { silence, afterEnd: (times.find((at) => at >= ended) ?? Number.POSITIVE_INFINITY) - ended };
};

/** The balancer answers for a process that died during a request: whether the vote was stored is open then. */
const isUncertain = (entry: VoteEntry): boolean => isInDoubt(entry) || entry.code === 'server.unavailable';

const compare = async (cluster: Cluster, entries: readonly Entry[], voters: ReadonlyMap<number, string>) => {
  const votes = entries.filter((entry) => entry.kind === 'vote');
  const stored = await cluster.asOwner<Stored>(STORED, [[...voters.values()]]);
  const seen = entries.filter((entry) => entry.kind === 'seen');
  const problems = compareVotes({ entries: votes, seen, stored, voters, categories: cluster.categories, isUncertain });
  const lost = problems.filter((each) => /acknowledged and is not stored|instead of/.test(each)).length;
  const twice = problems.filter((each) => each.endsWith('stored twice')).length;
  const [tallies] = await cluster.asOwner<{ wrong: number }>(WRONG_TALLIES);
  if (tallies?.wrong !== 0) problems.push(`${tallies?.wrong} tallies differ from the votes`);
  return { votes, problems, lost, twice };
};

/**
 * Votes, requests messages and leaves votes out while faults happen one after another. Then waits until the cluster has
 * recovered by itself, compares the ledger with the database and the messages, and asks the doctor and the public log.
 * @param firstIndex the ledger's number of the first voter: every round has voters of its own
 */
export const runRound = async (
  cluster: Cluster,
  faults: readonly Fault[],
  firstIndex: number,
  betweenMs = 0,
): Promise<Result> => {
  const { ledger, organiser, logReader } = cluster;
  const from = ledger.size();
  const before = { exclusion: organiser.lastId(), steps: organiser.acknowledged(), checkpoints: logReader.seen() };
  const strays = await cluster.strayWrites();
  const load = await prepare(cluster, firstIndex);
  const { acknowledged: start } = await ledger.order({ do: 'figures' });
  await load.start();
  await until(cluster, ({ acknowledged }) => acknowledged >= start + VOTES, PATIENCE_MS);

  const begun = Date.now();
  const undone: Undo[] = [];
  for (const [index, fault] of faults.entries()) {
    if (index > 0) await sleep(betweenMs);
    undone.push(await fault.begin(cluster));
  }
  const happened = Date.now();
  await sleep(Math.max(...faults.map(({ seconds }) => seconds)) * 1_000);
  const ended = Date.now();
  await Promise.all(undone.map((undo) => undo()));
  const { acknowledged: then } = await ledger.order({ do: 'figures' });
  await until(cluster, ({ acknowledged }) => acknowledged >= then + VOTES, TAKEN_AGAIN_MS);
  await cluster.settled();
  await ledger.order({ do: 'stop' });
  await Promise.all([organiser.stop(), logReader.stop()]);

  const notices = await organiser.notices(before.exclusion);
  await deliver({ asOwner: cluster.asOwner });
  const entries = [...notices, ...ledger.read(from)];
  const { votes, problems, lost, twice } = await compare(cluster, entries, load.voters);
  const messages = compareMessages(entries);
  const silences = silencesOf(votes, begun, ended);
  if (faults.length === 1 && faults[0]?.stopsVoting) {
    const during = votes.filter(({ status, at }) => status === 201 && at > happened + UNDER_WAY_MS && at < ended);
    if (during.length > 0) problems.push(`${during.length} votes were acknowledged while no standby had them`);
  }
  if (silences.afterEnd === Number.POSITIVE_INFINITY) problems.push('votes were not taken again');
  const stray = (await cluster.strayWrites()).filter((id) => !strays.includes(id));
  problems.push(
    ...messages.problems,
    ...stray.map((id) => `a write on the old primary was taken: ${id}`),
    ...(await cluster.doctor()),
    ...(await cluster.verifyLog()),
    ...(await organiser.compare()),
    ...(await logReader.compare(cluster.asOwner)),
  );
  return {
    faults: faults.map(({ name }) => name).join('+'),
    acknowledged: votes.filter(({ status }) => status === 201).length,
    ...silences,
    lost,
    twice,
    messages: messages.promises,
    messagesLost: messages.problems.filter((each) => each.endsWith('did not arrive')).length,
    exclusionSteps: organiser.acknowledged() - before.steps,
    checkpoints: logReader.seen() - before.checkpoints,
    problems,
  };
};

/** The ledger's numbers of voters that a round uses up. */
export const VOTERS_OF_A_ROUND = LOAD.voters;
