import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type pg from 'pg';
import { shared } from '../../concurrency/shared.ts';
import { type CategoryCount, countsOf, type Decision, groupsOf, publishedOf } from './policy.ts';
import { countByCategory, readDecisions, readLargestStep } from './store.ts';

/** How long the list is cached for all requests, milliseconds. */
const CACHE_MS = 1_000;

type Deps = {
  pool: pg.Pool;
  /** The smallest number of votes that a published group may have, from the edition that is served. */
  atLeast(): number;
  /** Whether voting is over. */
  final(): boolean;
};

export type PublishedDecisions = { atLeast: number; groups: DecisionGroup[] };

export type Decisions = {
  /** The published decisions, the newest group first. */
  published(): Promise<PublishedDecisions>;
};

/** Creates the public list of decisions to leave votes out of the count. */
export const createDecisions = ({ pool, atLeast, final }: Deps): Decisions => {
  const cachedCounts = new Map<number, readonly CategoryCount[]>();
  const countsFor = async (group: readonly Decision[]): Promise<(readonly CategoryCount[])[]> => {
    const counts: (readonly CategoryCount[])[] = [];
    for (const { number } of group) {
      const found = cachedCounts.get(number) ?? (await countByCategory(pool, number));
      cachedCounts.set(number, found);
      counts.push(found);
    }
    return counts;
  };
  return {
    published: shared(async () => {
      const isFinal = final();
      const least = Math.max(atLeast(), (await readLargestStep(pool)) ?? 0);
      const groups: DecisionGroup[] = [];
      for (const group of groupsOf(await readDecisions(pool), least, isFinal)) {
        const categories = countsOf(await countsFor(group), least, isFinal);
        groups.unshift({ decisions: group.map(publishedOf).reverse(), categories });
      }
      return { atLeast: least, groups };
    }, CACHE_MS),
  };
};
