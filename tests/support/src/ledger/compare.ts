import type { Vote } from '@laurel/contracts/records';
import type pg from 'pg';
import { choice, type Entry } from './orders.ts';

/** A vote as the database has it: the account's id, the category and the nominee. */
export type Stored = { voter: string; nomination: string; niche: string; vote: string };

/** Selects `Stored` for the accounts of $1. */
export const STORED = `
  SELECT a.id AS voter, c.nomination, c.niche, n.company AS vote
    FROM votes v JOIN accounts a USING (voter_id)
    JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id
   WHERE a.id = ANY($1)`;

/** Counts the nominees whose tally differs from the number of their votes. */
export const WRONG_TALLIES = `
  WITH counted AS (SELECT nominee_id, count(*) AS votes FROM votes GROUP BY nominee_id)
  SELECT count(*)::int AS wrong FROM counted c FULL JOIN tally_totals t USING (nominee_id)
   WHERE coalesce(c.votes, 0) <> coalesce(t.count, 0)`;

type VoteEntry = Extract<Entry, { kind: 'vote' }>;
type SeenEntry = Extract<Entry, { kind: 'seen' }>;

type Votes = {
  entries: readonly VoteEntry[];
  /** The votes that voters in doubt were shown. */
  seen: readonly SeenEntry[];
  stored: readonly Stored[];
  /** The account of each of the ledger's voters. */
  voters: ReadonlyMap<number, string>;
  /** Every category, with its nominees in the order of the ledger's choices. */
  categories: readonly (readonly Vote[])[];
  /** Whether a response leaves open if the vote was stored. */
  isUncertain: (entry: VoteEntry) => boolean;
};

/** Codes of responses that a voter can get during a fault, or after the end of voting. */
const EXPECTED = ['vote.exists', 'vote.in_doubt', 'server.unavailable', 'vote.not_open'];

/** Whether a response leaves open if the vote was stored: there was none, or it says so. */
export const isInDoubt = ({ status, code }: Pick<VoteEntry, 'status' | 'code'>): boolean =>
  status === 0 || code === 'vote.in_doubt';

/** The same behind a balancer, which answers for a process that died during a request. */
const isInDoubtBehindBalancer = (entry: VoteEntry): boolean => isInDoubt(entry) || entry.code === 'server.unavailable';

const keyOf = (voter: number | undefined, category: number | undefined): string => `${voter}/${category}`;

/** Compares the responses with the stored votes. @returns what is wrong */
export const compareVotes = ({ entries, seen, stored: rows, voters, categories, isUncertain }: Votes): string[] => {
  const numbers = new Map([...voters].map(([number, account]) => [account, number]));
  const places = new Map(
    categories.map((nominees, index) => [`${nominees[0]?.nomination}/${nominees[0]?.niche}`, index]),
  );
  const stored = new Map<string, string>();
  const problems: string[] = [];
  for (const { voter, nomination, niche, vote } of rows) {
    const key = keyOf(numbers.get(voter), places.get(`${nomination}/${niche}`));
    if (stored.has(key)) problems.push(`the vote ${key} is stored twice`);
    stored.set(key, vote);
  }
  const byVote = Map.groupBy(entries, ({ voter, category }) => keyOf(voter, category));
  for (const [key, answers] of byVote) {
    const [voter = 0, category = 0] = key.split('/').map(Number);
    const chosen = choice(categories[category] ?? [], voter).vote;
    const nominee = stored.get(key);
    const last = answers.at(-1);
    const uncertain = answers.some(isUncertain);
    const accepted = answers.some(({ status }) => status === 201);
    const exists = answers.some(({ code }) => code === 'vote.exists');
    const unexpected = answers.filter(
      ({ status, code }) => status !== 0 && status !== 201 && !EXPECTED.includes(code ?? ''),
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
  for (const { voter, category, vote } of seen) {
    const key = keyOf(voter, category);
    if (stored.get(key) !== vote)
      problems.push(`${key} was acknowledged and is not stored: its voter was shown ${vote}`);
  }
  for (const key of stored.keys())
    if (!byVote.has(key)) problems.push(`${key} is stored, but the ledger has no request for it`);
  return problems;
};

/** Those of the problems that are lost votes. */
export const LOST = /acknowledged and is not stored|instead of/;

type Site = Pick<Votes, 'voters' | 'categories'> & {
  asOwner: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
};

/** Compares the votes of a ledger with the database of a site behind a balancer. @returns what is wrong, tallies included */
export const compareWithDatabase = async (
  entries: readonly Entry[],
  { voters, categories, asOwner }: Site,
): Promise<string[]> => {
  const problems = compareVotes({
    entries: entries.filter((entry) => entry.kind === 'vote'),
    seen: entries.filter((entry) => entry.kind === 'seen'),
    stored: await asOwner<Stored>(STORED, [[...voters.values()]]),
    voters,
    categories,
    isUncertain: isInDoubtBehindBalancer,
  });
  const [tallies] = await asOwner<{ wrong: number }>(WRONG_TALLIES);
  return tallies?.wrong === 0 ? problems : [...problems, `${tallies?.wrong} tallies differ from the votes`];
};

/** The longest pause between acknowledged votes that ended after `begun`, and the time from `ended` to the next one, milliseconds. */
export const silencesOf = (entries: readonly Entry[], begun = 0, ended = 0) => {
  const votes = entries.filter((entry) => entry.kind === 'vote').filter(({ status }) => status === 201);
  const times = votes.map(({ at }) => at).toSorted((one, other) => one - other);
  let silence = 0;
  for (const [index, at] of times.entries()) {
    if (at >= begun) silence = Math.max(silence, at - (times[index - 1] ?? at));
  }
  return { silence, afterEnd: (times.find((at) => at >= ended) ?? Number.POSITIVE_INFINITY) - ended };
};

/**
 * Compares the messages that were promised with those that arrived.
 * @returns what is wrong, and as counts: promises, repeated deliveries of one message (`again`), and further
 *   messages to the same recipient (`further`)
 */
export const compareMessages = (entries: readonly Entry[]) => {
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
