import type { Edition } from '@laurel/catalog/edition';
import type { Results } from '@laurel/contracts/console/calls/results';
import type { Phase, PhaseTimes } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import { shared } from '../../concurrency/shared.ts';
import type { TieBreak } from '../statistics/port.ts';
import { categoriesOf, type Rank } from './policy.ts';
import { type NomineeCounts, readCounts } from './store.ts';

type Deps = {
  db: Queryable;
  edition(): Edition;
  phases: { at(now: Date): Phase; times(): PhaseTimes };
  /** Whether no vote can follow. */
  isFinal(now: Date): boolean;
  /** Whether numbers by nominee are hidden from the staff. */
  isEmbargoed(now: Date): boolean;
  rank: Rank;
  /** What ends a tie. @param final whether no vote can follow */
  readTieBreak(final: boolean): Promise<TieBreak>;
  /** The votes that are published (nominee id → counted votes), also while results are hidden from the public. */
  published(): Promise<ReadonlyMap<number, number>>;
  now(): Date;
};

/** How long the counts are shared among requests, milliseconds. */
const CACHE_MS = 1_000;

/** The counts of every category, from the tallies; `laurel results` counts the votes themselves. */
export const createResults = (deps: Deps) => {
  const { db, edition, phases, isFinal, isEmbargoed, rank, published, now } = deps;
  const counts = shared(() => readCounts(db), CACHE_MS);
  /** The counts as they are published, so that nobody sees a single vote of a quiet hour. */
  const inSteps = async (): Promise<NomineeCounts[]> => {
    const totals = await published();
    return (await counts()).map((row) => ({ ...row, cast: (totals.get(row.nomineeId) ?? 0) + row.excluded }));
  };
  return {
    /** @param exact with the votes that are not published yet */
    read: async (exact: boolean): Promise<Results> => {
      const at = now();
      // Read before the counts, so that a final answer can't miss a vote.
      const final = isFinal(at);
      const embargo = isEmbargoed(at);
      const tieBreak = await deps.readTieBreak(final);
      return {
        phase: phases.at(at),
        final,
        embargo,
        ties: tieBreak.rule,
        announcedAt: phases.times().winnersAnnouncedAt?.toISOString() ?? null,
        ...categoriesOf(edition(), await (final ? readCounts(db) : exact ? counts() : inSteps()), {
          embargo,
          rank: (category, counted) => rank(category, counted, tieBreak),
        }),
      };
    },
  };
};
export type ResultsService = ReturnType<typeof createResults>;
