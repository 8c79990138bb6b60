import { setTimeout as sleep } from 'node:timers/promises';
import { compareMessages, compareWithDatabase, LOST, silencesOf } from '@laurel/support/ledger/compare';
import { startLedger } from '@laurel/support/ledger/ledger';
import { deliver } from '@laurel/support/ledger/queue';
import { makeRequests } from '@laurel/support/ledger/requests';
import type { Cluster } from './cluster.ts';
import type { Undo } from './disturb.ts';
import type { Fault } from './faults.ts';

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

type Ledger = ReturnType<typeof startLedger>;

/** Waits for as many acknowledged votes more, or for the time. */
const taken = async ({ acknowledged }: Ledger, more: number, withinMs: number): Promise<void> => {
  const wanted = acknowledged() + more;
  for (const end = Date.now() + withinMs; Date.now() < end && acknowledged() < wanted; ) await sleep(100);
};

/** The load of a round, prepared while the database is there. */
const prepare = async (cluster: Cluster) => {
  const { deployment, categories } = cluster;
  const voters = await cluster.voters(LOAD.voters);
  const known = await cluster.voters(MESSAGES.mails + MESSAGES.sms, { phone: false });
  const requests = await makeRequests({ known, asOwner: cluster.asOwner, ...MESSAGES });
  const ledger = startLedger(deployment.origin, await deployment.authority());
  return {
    voters,
    ledger,
    start: async (): Promise<void> => {
      cluster.logReader.start(await cluster.appAddresses());
      const { lanes, pauseMs } = LOAD;
      ledger.vote({ voters, categories, lanes, pauseMs });
      ledger.request(requests, 2);
      // The first voters vote first.
      cluster.organiser.start(voters.slice(0, EXCLUDED));
    },
  };
};

/**
 * Votes, requests messages and leaves votes out while faults happen one after another. Then waits until the cluster has
 * recovered by itself, compares the ledger with the database and the messages, and asks the doctor and the public log.
 */
export const runRound = async (cluster: Cluster, faults: readonly Fault[], betweenMs = 0): Promise<Result> => {
  const { organiser, logReader } = cluster;
  cluster.arrivals();
  const before = { exclusion: organiser.lastId(), steps: organiser.acknowledged(), checkpoints: logReader.seen() };
  const strays = await cluster.strayWrites();
  const { voters, ledger, start } = await prepare(cluster);
  await start();
  await taken(ledger, VOTES, PATIENCE_MS);

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
  await taken(ledger, VOTES, TAKEN_AGAIN_MS);
  await cluster.settled();
  await ledger.stop();
  await Promise.all([organiser.stop(), logReader.stop()]);

  const notices = await organiser.notices(before.exclusion);
  await deliver({ asOwner: cluster.asOwner });
  const entries = [...notices, ...ledger.entries, ...cluster.arrivals()];
  const votes = entries.filter((entry) => entry.kind === 'vote');
  const problems = await compareWithDatabase(entries, voters, cluster.asOwner);
  const lost = problems.filter((each) => LOST.test(each)).length;
  const twice = problems.filter((each) => each.endsWith('stored twice')).length;
  const messages = compareMessages(entries);
  const silences = silencesOf(entries, begun, ended);
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
