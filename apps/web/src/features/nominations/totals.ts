import { isOver, type Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';

/** The published totals, and the phase in which they were requested. */
export type Totals = { readonly items: readonly StatisticsItem[]; readonly requestedIn: Phase };

const NONE: readonly StatisticsItem[] = [];

/**
 * The totals to show in a phase. After the announcement, totals that were requested before the end of voting are not
 * shown, because they do not say who won.
 */
export const shownIn = (phase: Phase, { items, requestedIn }: Totals): Totals['items'] =>
  phase === 'announced' && !isOver(requestedIn) ? NONE : items;

/**
 * The known totals when a phase begins. If voting is opened again, the totals from after its first end are not final.
 */
export const enterPhase = (phase: Phase, totals: Totals): Totals => {
  const items = shownIn(phase, totals);
  return items === totals.items && isOver(phase) ? totals : { items, requestedIn: phase };
};
