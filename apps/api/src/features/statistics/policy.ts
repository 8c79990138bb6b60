import { leadersOf } from '@laurel/contracts/leaders';
import type { StatisticsItem } from '@laurel/contracts/records';
import { drawnOf } from './draw.policy.ts';
import type { TieBreak } from './port.ts';

/** The companies of one category, in the edition's order. */
export type CategoryOutline = { nomination: string; niche: string; companies: readonly { id: number; tag: string }[] };

/** A category is published again after this many seconds and new votes, to keep single votes secret. */
export type PublishEvery = { seconds: number; votes: number };

const DECIMALS = 2;

/** A share in percent, rounded to `decimals`; 0 without votes (VO-10). */
export const percentageOf = (votes: number, all: number, decimals = DECIMALS): number =>
  all === 0 ? 0 : Math.round((votes * 10 ** (decimals + 2)) / all) / 10 ** decimals;

/**
 * The decimals that distinguish the two highest counts: two, or more if the counts differ by a small share of the
 * votes.
 */
const decimalsNeeded = (counts: readonly number[], all: number): number => {
  const [first, second] = [...new Set(counts)].sort((a, b) => b - a);
  if (first === undefined || second === undefined) return DECIMALS;
  let decimals = DECIMALS;
  while (percentageOf(first, all, decimals) === percentageOf(second, all, decimals)) decimals += 1;
  return decimals;
};

/**
 * The published form of one category.
 * @param final whether voting is over: then the two highest shares are equal only if their votes are equal, so that a
 *   majority of one vote in a million is visible
 * @param tieBreak names the winner among equal nominees, once voting is over
 */
export const shareOut = (
  category: CategoryOutline,
  counts: ReadonlyMap<number, number>,
  final: boolean,
  tieBreak: TieBreak = { rule: 'joint' },
): StatisticsItem => {
  const each = category.companies.map(({ id }) => counts.get(id) ?? 0);
  const all = each.reduce((sum, votes) => sum + votes, 0);
  const decimals = final ? decimalsNeeded(each, all) : DECIMALS;
  const item = {
    nomination: category.nomination,
    niche: category.niche,
    results: category.companies.map(({ tag }, index) => ({
      company: tag,
      percentage: percentageOf(each[index] ?? 0, all, decimals),
    })),
  };
  const drawn = final ? drawnOf(category, leadersOf(item), tieBreak) : undefined;
  return drawn === undefined ? item : { ...item, drawn };
};

/** A nominee of a category with the counted votes. */
export type CountedNominee = { nomineeId: number; company: string; votes: number; withdrawn: boolean };

/** `percentage` and `rank` are null for withdrawn nominees; `rank` is null in a category without votes. */
export type RankInCategory = {
  company: string;
  votes: number;
  percentage: number | null;
  /** Equal votes have the same rank, and ranks are skipped after a tie (1, 1, 3). */
  rank: number | null;
  tie: boolean;
  withdrawn: boolean;
};

export type CategoryResult = {
  nomination: string;
  niche: string;
  /** The votes for nominees that are not withdrawn: the base of the percentages. */
  votes: number;
  /** The nominees of rank 1, several after a tie, or the one of them whom a draw chose; none without votes. */
  winners: string[];
  /** The winner of the draw, if there was one. */
  drawn?: string;
  /** In descending order of votes, then the withdrawn nominees that have votes. */
  nominees: RankInCategory[];
};

/** A category's result, with the percentages that the site publishes when voting is over. */
export const resultOf = (
  { nomination, niche }: Pick<CategoryOutline, 'nomination' | 'niche'>,
  counted: readonly CountedNominee[],
  tieBreak?: TieBreak,
): CategoryResult => {
  const eligible = counted.filter(({ withdrawn }) => !withdrawn).toSorted((one, other) => other.votes - one.votes);
  const companies = eligible.map(({ nomineeId, company }) => ({ id: nomineeId, tag: company }));
  const counts = new Map(eligible.map(({ nomineeId, votes }) => [nomineeId, votes]));
  const { results: shares, drawn } = shareOut({ nomination, niche, companies }, counts, true, tieBreak);
  const votes = eligible.reduce((sum, each) => sum + each.votes, 0);
  const ranked = eligible.map(
    (each, index): RankInCategory => ({
      company: each.company,
      votes: each.votes,
      percentage: shares[index]?.percentage ?? 0,
      rank: votes === 0 ? null : eligible.findIndex((other) => other.votes === each.votes) + 1,
      tie: votes > 0 && eligible.filter((other) => other.votes === each.votes).length > 1,
      withdrawn: false,
    }),
  );
  const withdrawn = counted
    .filter((each) => each.withdrawn && each.votes > 0)
    .map(({ company, votes }) => ({ company, votes, percentage: null, rank: null, tie: false, withdrawn: true }));
  const first = ranked.filter(({ rank }) => rank === 1).map(({ company }) => company);
  const nominees = [...ranked, ...withdrawn];
  return { nomination, niche, votes, winners: drawn ? [drawn] : first, ...(drawn && { drawn }), nominees };
};
