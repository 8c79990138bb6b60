import type { HookType } from '@laurel/contracts/console/hook-events';

const KEYS = {
  'phase.moved': 'events.phase_moved',
  'votes.thousand': 'events.votes_thousand',
  'cluster.found': 'events.cluster_found',
  'exclusion.applied': 'events.exclusion_applied',
  'review.waiting': 'events.review_waiting',
  'budget.reached': 'events.budget_reached',
  'budget.spent': 'events.budget_spent',
  'edition.published': 'events.edition_published',
  'winners.announced': 'events.winners_announced',
  test: 'events.test',
} as const satisfies Record<HookType, string>;

/** The key of the text for an event. */
export const eventKey = (type: HookType) => KEYS[type];
