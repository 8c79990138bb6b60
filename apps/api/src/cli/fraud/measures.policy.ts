import type { Truth } from './night.ts';

/** A cluster as `laurel fraud evaluate` prints it. */
type Judged = { certainty: string; accounts: readonly string[] };

export type Measures = {
  farms: number;
  /** Farms of which half of the accounts or more stand in likely clusters. */
  farmsFound: number;
  /** Accounts of no farm. */
  honest: number;
  honestInLikely: number;
  /** The share of the likely clusters in which most accounts are of farms; null without any. */
  likelyPrecision: number | null;
};

/** Compares clusters with the truth (docs/fraud.md). @param accounts all accounts of the night */
export const measuresOf = (
  clusters: readonly Judged[],
  accounts: readonly string[],
  truth: readonly Truth[],
): Measures => {
  const farmOf = new Map(truth.flatMap(({ account, farm }) => (farm === undefined ? [] : [[account, farm] as const])));
  const likely = clusters.filter(({ certainty }) => certainty === 'likely');
  const inLikely = new Set(likely.flatMap((cluster) => cluster.accounts));
  const farms = [...Map.groupBy(farmOf, ([, farm]) => farm).values()];
  const isHalf = (of: readonly unknown[], some: readonly unknown[]): boolean =>
    of.length > 0 && some.length * 2 >= of.length;
  const right = likely.filter((cluster) =>
    isHalf(
      cluster.accounts,
      cluster.accounts.filter((account) => farmOf.has(account)),
    ),
  );
  const honest = accounts.filter((account) => !farmOf.has(account));
  return {
    farms: farms.length,
    farmsFound: farms.filter((farm) =>
      isHalf(
        farm,
        farm.filter(([account]) => inLikely.has(account)),
      ),
    ).length,
    honest: honest.length,
    honestInLikely: honest.filter((account) => inLikely.has(account)).length,
    likelyPrecision: likely.length === 0 ? null : right.length / likely.length,
  };
};
