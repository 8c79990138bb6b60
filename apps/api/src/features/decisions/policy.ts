import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type { Language } from '@laurel/contracts/languages';

/** The votes of one category that an exclusion holds. */
export type CategoryCount = { nomination: string; niche: string; votes: number };

/** A decision to leave votes out of the count: an exclusion that was applied. */
export type Decision = {
  number: number;
  reason: Record<Language, string>;
  votes: number;
  appliedAt: Date;
  undoneAt: Date | null;
};

/**
 * Groups decisions for publication, in the order of their application. Each group holds at least `atLeast` votes, so
 * that no single vote shows; the last decisions wait until they have as many. Once the result is final, each decision
 * is a group.
 */
export const groupsOf = (decisions: readonly Decision[], atLeast: number, final: boolean): Decision[][] => {
  const groups: Decision[][] = [];
  let waiting: Decision[] = [];
  let votes = 0;
  for (const decision of decisions) {
    waiting.push(decision);
    votes += decision.votes;
    if (!final && votes < atLeast) continue;
    groups.push(waiting);
    waiting = [];
    votes = 0;
  }
  return groups;
};

/** The counts of a group by category. Until the result is final, a count below `atLeast` is null. */
export const countsOf = (
  counts: readonly (readonly CategoryCount[])[],
  atLeast: number,
  final: boolean,
): DecisionGroup['categories'] => {
  const sums = new Map<string, CategoryCount>();
  for (const each of counts.flat()) {
    const key = `${each.nomination}/${each.niche}`;
    sums.set(key, { ...each, votes: each.votes + (sums.get(key)?.votes ?? 0) });
  }
  return [...sums.values()].map((each) => ({ ...each, votes: final || each.votes >= atLeast ? each.votes : null }));
};

/** A decision as it is published. */
export const publishedOf = (decision: Decision): DecisionGroup['decisions'][number] => ({
  number: decision.number,
  state: decision.undoneAt === null ? 'applied' : 'undone',
  appliedAt: decision.appliedAt.toISOString(),
  undoneAt: decision.undoneAt?.toISOString() ?? null,
  reason: decision.reason,
});
