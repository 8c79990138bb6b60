import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import { type PhaseTimes, votingEndsAt } from '@laurel/contracts/phase';
import { decodeLeaf, encodeLeaf, LeafError } from '@laurel/contracts/public-log/leaves';
import { formatResult, resultCommitment } from '@laurel/contracts/public-log/result';
import { decodeUtf8, isSame } from '@laurel/tlog/bytes';
import type { Sha256 } from '@laurel/tlog/port';
import { LAST_VOTE_MS } from '../../limits.ts';
import { exclusionItem, exclusionLeaves, type HeldVotes } from './exclusions.policy.ts';

/** The origin of a log that begins: a host name and the log's path. A port, which can change, is not part of it. */
export const originOf = (
  { year, log: { host } }: { year: number; log: { host?: string | undefined } },
  publicUrl: string,
): string => `${host ?? new URL(publicUrl).hostname}/log/${year}`;

/** The year of a log by its origin, or undefined. */
export const yearOf = (origin: string): number | undefined => {
  const [, year] = /\/log\/(\d{4})$/.exec(origin) ?? [];
  return year === undefined ? undefined : Number(year);
};

/**
 * When votes enter the log: once at least `group` people have a vote in each category of the group, or once the oldest
 * has waited for `delay` seconds.
 */
export type GroupRule = { readonly group: number; readonly delay: number };

/** Votes that are committed and not in the log. */
export type Waiting = {
  votes: number;
  /** When the oldest of them was cast; null without votes. */
  oldest: Date | null;
  /** The votes of the category that has the fewest of them. Each is of another person, who has one in a category. */
  fewest: number;
};

/**
 * What this process knows about waiting votes: when its last complete look ended, and when the oldest vote that it saw
 * was cast.
 */
export type Seen = { at: Date; oldest: Date | null };

/**
 * How long a vote may have waited by now, seconds: since the oldest vote that was seen, or since the last complete
 * look. A process that can't look does not know the votes that were cast since then.
 * @param opensAt no vote is cast before it
 */
export const waitedSeconds = ({ at, oldest }: Seen, opensAt: Date | null, now: Date): number => {
  const unseen = Math.max(at.getTime(), opensAt?.getTime() ?? 0);
  return Math.max(0, now.getTime() - Math.min(unseen, oldest?.getTime() ?? unseen)) / 1_000;
};

/**
 * Whether the waiting votes enter the log now: if they are a full group, the oldest has waited long enough, or voting
 * is over. Whole ballots of a few people are no full group, however many votes they are.
 */
export const isDue = ({ votes, oldest, fewest }: Waiting, rule: GroupRule, over: boolean, now: Date): boolean =>
  votes > 0 &&
  (over || fewest >= rule.group || (oldest !== null && now.getTime() - oldest.getTime() >= rule.delay * 1_000));

/**
 * Whether the next votes can wait even if they are a full group: while voting goes on, until the log's delay has
 * passed.
 * @param since all votes that were cast before this time are in the log
 */
export const canWait = (since: Date, { delay }: GroupRule, over: boolean, now: Date): boolean =>
  !over && now.getTime() - since.getTime() < delay * 1_000;

/** Whether voting ended so long ago that no vote is stored any more, except one that waits for a standby. */
export const isFinal = (times: PhaseTimes, over: boolean, now: Date): boolean => {
  const endsAt = votingEndsAt(times);
  return over && endsAt !== null && now.getTime() - endsAt.getTime() >= LAST_VOTE_MS;
};

/**
 * Puts a list in an order that nobody can predict, in place (Fisher and Yates).
 * @param below returns a random whole number from 0 to its argument - 1
 */
export const shuffle = <Item>(items: Item[], below: (end: number) => number): Item[] => {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    const [one, two] = [items[last], items[other]];
    if (one === undefined || two === undefined) continue;
    items[last] = two;
    items[other] = one;
  }
  return items;
};

/** The votes in the log by the category's id. */
export type Totals = Readonly<Record<string, number>>;

/** The totals after more votes were added to the log. */
export const totalsWith = (totals: Totals, added: readonly { readonly categoryId: number }[]): Totals => {
  const counts = new Map(Object.entries(totals));
  for (const { categoryId } of added) counts.set(String(categoryId), (counts.get(String(categoryId)) ?? 0) + 1);
  return Object.fromEntries(counts);
};

/** The votes of the category that has the most. At least as many people are verified. */
export const mostVotes = (totals: Totals): number => Math.max(0, ...Object.values(totals));

/** A leaf that is no vote. */
export type Item = {
  kind: 'edition' | 'phase' | 'exclusion' | 'result' | 'report';
  ref: string;
  /** The canonical JSON of an edition, the text of a report. */
  content: string | null;
  leaf: Uint8Array;
};

/** The items that the log has: the refs of editions and exclusions, and of the newest times. */
export type Logged = { refs: ReadonlySet<string>; times: string | undefined };

const keyOf = ({ kind, ref }: Pick<Item, 'kind' | 'ref'>): string => `${kind} ${ref}`;

const editionItem = (sha256: Sha256, year: number, { number, json }: { number: number; json: string }): Item => ({
  kind: 'edition',
  ref: String(number),
  content: json,
  leaf: encodeLeaf({ type: 'edition', year, number, hash: sha256(new TextEncoder().encode(json)) }),
});

const phaseItem = (year: number, times: PhaseTimes): Item => {
  const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = times;
  const stamps = [votingOpensAt, votingClosesAt, winnersAnnouncedAt].map((time) => time?.toISOString() ?? '-');
  const leaf = encodeLeaf({ type: 'phase', year, votingOpensAt, votingClosesAt, winnersAnnouncedAt });
  return { kind: 'phase', ref: stamps.join(' '), content: null, leaf };
};

export type Published = {
  editions: readonly { number: number; json: string }[];
  times: PhaseTimes;
  decisions: readonly DecisionGroup[];
  /** The votes that they hold, by the decision's number. */
  held: HeldVotes;
};

/**
 * The leaves that are missing: editions, then the times, then exclusions in the order in which they were decided. An
 * exclusion and those after it wait until all votes that it holds are in the log.
 */
export const missingItems = (sha256: Sha256, year: number, published: Published, logged: Logged): Item[] => {
  const editions = published.editions.map((edition) => editionItem(sha256, year, edition));
  const exclusions = published.decisions
    .flatMap(exclusionLeaves)
    .filter(({ ref }) => !logged.refs.has(keyOf({ kind: 'exclusion', ref })))
    .sort((one, other) => one.at.localeCompare(other.at) || one.ref.localeCompare(other.ref));
  const ready = exclusions.findIndex(({ number }) => published.held.get(number)?.waiting !== 0);
  const phase = phaseItem(year, published.times);
  return [
    ...editions.filter((item) => !logged.refs.has(keyOf(item))),
    ...(phase.ref === logged.times ? [] : [phase]),
    ...exclusions
      .slice(0, ready < 0 ? undefined : ready)
      .map((each) => exclusionItem(sha256, year, each, published.held)),
  ];
};

/** The numbers of the decisions that lack a leaf. */
export const withoutLeaf = (decisions: readonly DecisionGroup[], { refs }: Pick<Logged, 'refs'>): number[] =>
  decisions
    .flatMap(exclusionLeaves)
    .filter(({ ref }) => !refs.has(keyOf({ kind: 'exclusion', ref })))
    .map(({ number }) => number);

/** The counts of a nominee. */
export type NomineeCount = { nomination: string; niche: string; company: string; cast: number; excluded: number };

/** The text of the result. */
export const resultText = (counts: readonly NomineeCount[]): string =>
  formatResult(
    counts.map(({ nomination, niche, company, cast, excluded }) => ({
      category: `${nomination}/${niche}`,
      nominee: company,
      cast,
      leftOut: excluded,
    })),
  );

/** What a result's leaf commits to. The nonce has 16 random octets. */
export type Outcome = { nonce: Uint8Array; text: string; voters: number };

/** The leaf that commits to a result. */
export const resultItem = (sha256: Sha256, year: number, { nonce, text, voters }: Outcome): Item => ({
  kind: 'result',
  ref: '',
  content: null,
  leaf: encodeLeaf({ type: 'result', year, voters, commitment: resultCommitment(sha256, nonce, text) }),
});

/** The leaf of a version of the report. */
export const reportItem = (sha256: Sha256, year: number, version: number, content: string): Item => {
  const digest = Buffer.from(sha256(new TextEncoder().encode(content))).toString('hex');
  return {
    kind: 'report',
    ref: String(version),
    content,
    leaf: encodeLeaf({ type: 'report', year, version, digest }),
  };
};

/** An item as the database has it, with the nonce and the text of a result. */
export type StoredItem = Pick<Item, 'kind' | 'ref' | 'content'> & {
  readonly nonce: Uint8Array | null;
  readonly text: string | null;
};

const isResultOf = (year: number, commitment: Uint8Array, octets: Uint8Array): boolean => {
  try {
    const leaf = decodeLeaf(octets);
    return leaf.type === 'result' && leaf.year === year && isSame(leaf.commitment, commitment);
  } catch (error) {
    if (!(error instanceof LeafError)) throw error;
    return false;
  }
};

/** Whether a leaf is that of an item. Of an exclusion only the number and the state are compared. */
export const isLeafOf = (sha256: Sha256, year: number, item: StoredItem, leaf: Uint8Array): boolean => {
  const { kind, ref, content, nonce, text } = item;
  const lines = `laurel/${kind}/v1\n${year}\n${ref.replaceAll(' ', '\n')}\n`;
  switch (kind) {
    case 'edition':
      return content !== null && isSame(editionItem(sha256, year, { number: Number(ref), json: content }).leaf, leaf);
    case 'phase':
      return decodeUtf8(leaf) === lines;
    case 'exclusion':
      return decodeUtf8(leaf)?.replace('laurel/exclusion/v2\n', 'laurel/exclusion/v1\n').startsWith(lines) === true;
    case 'result':
      return nonce !== null && text !== null && isResultOf(year, resultCommitment(sha256, nonce, text), leaf);
    case 'report':
      return content !== null && isSame(reportItem(sha256, year, Number(ref), content).leaf, leaf);
  }
};
