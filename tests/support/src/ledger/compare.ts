import type { Vote } from '@laurel/contracts/records';
import type pg from 'pg';
import type { Entry } from './entries.ts';

/** A vote as the database has it: the account's id, the category and the nominee. */
export type Stored = Vote & { accountId: string };

const STORED = `
  SELECT a.id AS "accountId", c.nomination, c.niche, n.company AS vote
    FROM votes v JOIN accounts a USING (voter_id)
    JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id
   WHERE a.id = ANY($1)`;

/** Counts the nominees whose tally differs from the number of their votes. */
const WRONG_TALLIES = `
  WITH counted AS (SELECT nominee_id, count(*) AS votes FROM votes GROUP BY nominee_id)
  SELECT count(*)::int AS wrong FROM counted c FULL JOIN tally_totals t USING (nominee_id)
   WHERE coalesce(c.votes, 0) <> coalesce(t.count, 0)`;

type VoteEntry = Extract<Entry, { kind: 'vote' }>;

/** Codes of responses that a voter can get during a fault, or after the end of voting. */
const EXPECTED = ['vote.exists', 'vote.in_doubt', 'server.unavailable', 'vote.not_open'];

/** Whether a response leaves open if the vote was stored: there was none, or it says so. */
export const isInDoubt = ({ status, code }: Pick<VoteEntry, 'status' | 'code'>): boolean =>
  status === 0 || code === 'vote.in_doubt';

/** The same behind a balancer, which answers for a process that died during a request. */
const isInDoubtBehindBalancer = (entry: VoteEntry): boolean => isInDoubt(entry) || entry.code === 'server.unavailable';

const keyOf = (accountId: string, { nomination, niche }: Vote): string => `${accountId} in ${nomination}/${niche}`;

/** Compares the responses with the stored votes. @returns what is wrong */
export const compareVotes = (entries: readonly Entry[], rows: readonly Stored[]): string[] => {
  const stored = new Map<string, string>();
  const problems: string[] = [];
  for (const row of rows) {
    const key = keyOf(row.accountId, row);
    if (stored.has(key)) problems.push(`the vote of ${key} is stored twice`);
    stored.set(key, row.vote);
  }
  const votes = entries.filter((entry) => entry.kind === 'vote');
  const byVote = Map.groupBy(votes, ({ accountId, vote }) => keyOf(accountId, vote));
  for (const [key, answers] of byVote) {
    const chosen = answers[0]?.vote.vote;
    const nominee = stored.get(key);
    const uncertain = answers.some(isInDoubtBehindBalancer);
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
    if (!accepted && !exists && answers.at(-1)?.code !== 'vote.not_open') problems.push(`${key} got no final response`);
  }
  for (const { accountId, vote } of entries.filter((entry) => entry.kind === 'seen')) {
    const key = keyOf(accountId, vote);
    if (stored.get(key) !== vote.vote)
      problems.push(`${key} was acknowledged and is not stored: its voter was shown ${vote.vote}`);
  }
  for (const key of stored.keys())
    if (!byVote.has(key)) problems.push(`${key} is stored, but the ledger has no request for it`);
  return problems;
};

/** Those of the problems that are lost votes. */
export const LOST = /acknowledged and is not stored|instead of/;

/** Runs a statement as the tables' owner. */
export type Statement = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Compares the votes of a ledger with the database. @returns what is wrong, tallies included */
export const compareWithDatabase = async (
  entries: readonly Entry[],
  voters: readonly { accountId: string }[],
  asOwner: Statement,
): Promise<string[]> => {
  const stored = await asOwner<Stored>(STORED, [voters.map(({ accountId }) => accountId)]);
  const problems = compareVotes(entries, stored);
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

/** Compares the messages that were promised with those that arrived. @returns the number of promises, and what is wrong */
export const compareMessages = (entries: readonly Entry[]): { promises: number; problems: string[] } => {
  const arrivals = entries.filter((entry) => entry.kind === 'arrival');
  const promises = entries.filter((entry) => entry.kind === 'promise');
  const requests = Map.groupBy(
    entries.filter((entry) => entry.kind === 'promise' || entry.kind === 'asked'),
    ({ to }) => to,
  );
  const by = Map.groupBy(arrivals, ({ to }) => to);
  const problems: string[] = [];
  for (const { to, channel } of promises) {
    if (!by.get(to)?.some((arrival) => arrival.channel === channel)) {
      problems.push(`a ${channel === 'sms' ? 'text message' : 'mail'} was acknowledged and did not arrive`);
    }
  }
  for (const [to, messages] of by) {
    const ids = new Set(messages.map(({ id }) => id));
    const count = requests.get(to)?.length ?? 0;
    if (ids.size > count) problems.push(`${ids.size} messages arrived for ${count} requests`);
  }
  return { promises: promises.length, problems };
};
