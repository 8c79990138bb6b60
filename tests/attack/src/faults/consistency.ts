import { runLaurel } from '@laurel/support/cli';
import { z } from 'zod';
import { choice, type Entry } from '../ledger/orders.ts';
import type { FaultSetup } from './setup.ts';

/** The state after a fault. */
export type Consistency = {
  /** The problems found; empty if there are none. */
  problems: string[];
  acknowledged: number;
  answers: Record<string, number>;
  promises: number;
  /** Messages that arrived more than once under one id, because the first response was lost. */
  again: number;
  /** Further messages to a person who repeated a request without a response. */
  further: number;
};

type Stored = { voter: string; nomination: string; niche: string; vote: string };
type VoteEntry = Extract<Entry, { kind: 'vote' }>;

const STORED = `
  SELECT a.id AS voter, c.nomination, c.niche, n.company AS vote
    FROM votes v JOIN accounts a USING (voter_id)
    JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id`;
const ORPHANS = 'SELECT count(*)::int AS count FROM votes v LEFT JOIN accounts a USING (voter_id) WHERE a.id IS NULL';

const keyOf = (voter: number, category: number): string => `${voter}/${category}`;

/** Compares the responses with the stored votes. */
const checkVotes = async (
  { asOwner, voters, categories }: FaultSetup,
  entries: readonly VoteEntry[],
): Promise<string[]> => {
  const numbers = new Map(voters.map((id, index) => [id, index]));
  const places = new Map(
    categories.map((nominees, index) => [`${nominees[0]?.nomination}/${nominees[0]?.niche}`, index]),
  );
  const stored = new Map<string, string>();
  for (const { voter, nomination, niche, vote } of await asOwner<Stored>(STORED)) {
    const key = keyOf(numbers.get(voter) ?? -1, places.get(`${nomination}/${niche}`) ?? -1);
    if (stored.has(key)) return [`the vote ${key} is stored twice`];
    stored.set(key, vote);
  }
  const byVote = Map.groupBy(entries, ({ voter, category }) => keyOf(voter, category));
  const problems: string[] = [];
  for (const [key, answers] of byVote) {
    const [voter = 0, category = 0] = key.split('/').map(Number);
    const chosen = choice(categories[category] ?? [], voter).vote;
    const nominee = stored.get(key);
    const last = answers.at(-1);
    const uncertain = answers.some(({ status, code }) => status === 0 || code === 'vote.in_doubt');
    const accepted = answers.some(({ status }) => status === 201);
    const exists = answers.some(({ code }) => code === 'vote.exists');
    const unexpected = answers.filter(
      ({ status, code }) =>
        status !== 0 &&
        status !== 201 &&
        !['vote.exists', 'vote.in_doubt', 'server.unavailable', 'vote.not_open'].includes(code ?? ''),
    );
    for (const { status, code } of unexpected) problems.push(`${key} was answered ${status} ${code}`);
    if (accepted && nominee === undefined) problems.push(`${key} was acknowledged and is not stored`);
    if (exists && nominee === undefined) problems.push(`${key} was reported to exist and is not stored`);
    if (exists && !uncertain)
      problems.push(`${key} was refused as existing, although every earlier response was certain`);
    if (nominee !== undefined && nominee !== chosen)
      problems.push(`${key} is stored for ${nominee} instead of ${chosen}`);
    if (nominee !== undefined && !accepted && !uncertain) problems.push(`${key} is stored although it was refused`);
    if (!accepted && !exists && last?.code !== 'vote.not_open') problems.push(`${key} got no final response`);
  }
  for (const key of stored.keys())
    if (!byVote.has(key)) problems.push(`${key} is stored, but the ledger has no request for it`);
  const [orphans] = await asOwner<{ count: number }>(ORPHANS);
  if (orphans?.count !== 0) problems.push(`${orphans?.count} votes have no account`);
  return problems;
};

const checkMessages = (entries: readonly Entry[]) => {
  const arrivals = entries.filter((entry) => entry.kind === 'arrival');
  const promises = entries.filter((entry) => entry.kind === 'promise');
  const requests = Map.groupBy(
    entries.filter((entry) => entry.kind === 'promise' || entry.kind === 'asked'),
    ({ to }) => to,
  );
  const by = Map.groupBy(arrivals, ({ to }) => to);
  const problems: string[] = [];
  let again = 0;
  let further = 0;
  for (const { to, channel } of promises) {
    if (!by.get(to)?.some((arrival) => arrival.channel === channel && !arrival.dropped)) {
      problems.push(`a ${channel === 'sms' ? 'text message' : 'mail'} was acknowledged and did not arrive`);
    }
  }
  for (const [to, messages] of by) {
    const ids = new Set(messages.map(({ id }) => id));
    again += messages.length - ids.size;
    further += ids.size - 1;
    const count = requests.get(to)?.length ?? 0;
    if (ids.size > count) problems.push(`${ids.size} messages arrived for ${count} requests`);
  }
  return { problems, promises: promises.length, again, further };
};

/** The number of checks of the queue before a message counts as lost. */
const ROUNDS = 120;
const ROUND_MS = 500;

const WAITING = `
  SELECT count(*)::int AS count FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
   WHERE j.attempts < j.max_attempts AND t.identifier IN ('send_mail', 'send_sms')`;
/** Makes waiting jobs due now. */
const HURRY =
  'UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() WHERE run_at > clock_timestamp() AND locked_at IS NULL';
/** Ages the locks by minutes, so that the next upkeep releases the jobs of a dead worker. */
const AGE = `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '10 minutes' WHERE locked_at IS NOT NULL`;

/**
 * Makes the queue retry at once, until every acknowledged message has arrived and no job waits.
 * @param holdRounds the rounds for which a living worker may hold a job
 */
const deliver = async ({ asOwner, ledger }: FaultSetup, holdRounds: number): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await asOwner(HURRY);
    if (round === holdRounds) {
      await asOwner(AGE);
      await asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    }
    const [waiting] = await asOwner<{ count: number }>(WAITING);
    if (waiting?.count === 0 && checkMessages(ledger.read()).problems.length === 0) return;
    await new Promise((done) => setTimeout(done, ROUND_MS));
  }
};

const doctorReport = z.object({
  findings: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string() })),
});
/** The doctor's findings about the machine, its address and the clients' addresses, which depend on the machine. */
const NOT_OURS = new Set(['disk', 'public url', 'addresses']);

const askDoctor = async ({ env }: FaultSetup): Promise<string[]> => {
  const { lines } = await runLaurel(['doctor', '--json'], env);
  const { findings } = doctorReport.parse(JSON.parse(lines.join('\n')));
  const checks = new Set(findings.map(({ check }) => check));
  const missing = ['tallies', 'guards', 'queue', 'clock'].filter((check) => !checks.has(check));
  return [
    ...missing.map((check) => `laurel doctor did not check: ${check}`),
    ...findings
      .filter(({ check, ok }) => !ok && !NOT_OURS.has(check))
      .map(({ check, detail }) => `doctor: ${check}: ${detail}`),
  ];
};

/**
 * Ends the load and compares the ledger with the database, the received messages and the doctor.
 * @param holdRounds the rounds of half a second for which a living worker may hold a job
 */
export const finishAndCompare = async (setup: FaultSetup, holdRounds = 6): Promise<Consistency> => {
  const { acknowledged, answers } = await setup.ledger.order({ do: 'stop' });
  await deliver(setup, holdRounds);
  const entries = setup.ledger.read();
  const votes = entries.filter((entry) => entry.kind === 'vote');
  const { problems, promises, again, further } = checkMessages(entries);
  const audit = await setup.asOwner<{ wrong: number }>(
    `WITH counted AS (SELECT nominee_id, count(*) AS votes FROM votes GROUP BY nominee_id)
     SELECT count(*)::int AS wrong FROM counted c FULL JOIN tally_totals t USING (nominee_id)
      WHERE coalesce(c.votes, 0) <> coalesce(t.count, 0)`,
  );
  if (audit[0]?.wrong !== 0) problems.push(`${audit[0]?.wrong} tallies differ from the votes`);
  problems.push(...(await checkVotes(setup, votes)), ...(await askDoctor(setup)));
  return { problems, acknowledged, answers, promises, again, further };
};
