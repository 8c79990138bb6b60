import type { StatisticsItem } from '@laurel/contracts/records';

/** The companies of one category, in the edition's order. */
export type CategoryOutline = { nomination: string; niche: string; companies: readonly { id: number; tag: string }[] };

/** How coarse publication is: a category again only after so many seconds and so many new votes (ballot secrecy). */
export type PublishEvery = { seconds: number; votes: number };

const DECIMALS = 2;

/** A share in percent with two decimals, or more; 0 where nobody voted (VO-10). */
export const percentageOf = (votes: number, all: number, decimals = DECIMALS): number =>
  all === 0 ? 0 : Math.round((votes * 10 ** (decimals + 2)) / all) / 10 ** decimals;

/** How many decimals tell the first from the second: two, but where a few of very many votes decided. */
const tellingDecimals = (counts: readonly number[], all: number): number => {
  const [first, second] = [...new Set(counts)].sort((a, b) => b - a);
  if (first === undefined || second === undefined) return DECIMALS;
  let decimals = DECIMALS;
  while (percentageOf(first, all, decimals) === percentageOf(second, all, decimals)) decimals += 1;
  return decimals;
};

/**
 * The published form of one category. Final shares are equal only where the votes of the first are: whoever won by one
 * vote of a million has won alone.
 */
export const shareOut = (
  category: CategoryOutline,
  counts: ReadonlyMap<number, number>,
  final: boolean,
): StatisticsItem => {
  const all = votesIn(category, counts);
  const each = category.companies.map(({ id }) => counts.get(id) ?? 0);
  const decimals = final ? tellingDecimals(each, all) : DECIMALS;
  return {
    nomination: category.nomination,
    niche: category.niche,
    results: category.companies.map(({ id, tag }) => ({
      company: tag,
      percentage: percentageOf(counts.get(id) ?? 0, all, decimals),
    })),
  };
};

/** All votes of a category. */
const votesIn = (category: CategoryOutline, counts: ReadonlyMap<number, number>): number =>
  category.companies.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);

/** A nominee of a category as the votes were counted. */
export type CountedNominee = { nomineeId: number; company: string; votes: number; withdrawn: boolean };

/** A nominee's place. `percentage` and `rank` are null for the withdrawn, who take no part; `rank` also where nobody voted. */
export type NomineeResult = {
  company: string;
  votes: number;
  percentage: number | null;
  /** Equal votes share a rank, and the next one is as many further (1, 1, 3). */
  rank: number | null;
  tie: boolean;
  withdrawn: boolean;
};

export type CategoryResult = {
  nomination: string;
  niche: string;
  /** For those who take part: what percentages are of. */
  votes: number;
  /** The first; several where they have equal votes, none where nobody voted. */
  winners: string[];
  /** By votes; the withdrawn come last, and only those who have votes. */
  nominees: NomineeResult[];
};

/** A category's result, in the very percentages that the site publishes once voting is over. */
export const resultOf = (
  { nomination, niche }: Pick<CategoryOutline, 'nomination' | 'niche'>,
  counted: readonly CountedNominee[],
): CategoryResult => {
  const standing = counted.filter(({ withdrawn }) => !withdrawn).toSorted((one, other) => other.votes - one.votes);
  const companies = standing.map(({ nomineeId, company }) => ({ id: nomineeId, tag: company }));
  const counts = new Map(standing.map(({ nomineeId, votes }) => [nomineeId, votes]));
  const shares = shareOut({ nomination, niche, companies }, counts, true).results;
  const votes = standing.reduce((sum, each) => sum + each.votes, 0);
  const ranked = standing.map(
    (each, index): NomineeResult => ({
      company: each.company,
      votes: each.votes,
      percentage: shares[index]?.percentage ?? 0,
      rank: votes === 0 ? null : standing.findIndex((other) => other.votes === each.votes) + 1,
      tie: votes > 0 && standing.filter((other) => other.votes === each.votes).length > 1,
      withdrawn: false,
    }),
  );
  const gone = counted
    .filter((each) => each.withdrawn && each.votes > 0)
    .map((each) => ({
      company: each.company,
      votes: each.votes,
      percentage: null,
      rank: null,
      tie: false,
      withdrawn: true,
    }));
  const winners = ranked.filter(({ rank }) => rank === 1).map(({ company }) => company);
  return { nomination, niche, votes, winners, nominees: [...ranked, ...gone] };
};
