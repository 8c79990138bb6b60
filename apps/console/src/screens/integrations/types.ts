import type { readIntegrations } from '@laurel/contracts/console/calls/integrations';
import type { HookType } from '@laurel/contracts/console/hook-events';
import type { CallAnswer } from '../../lib/call.ts';

export type Integrations = CallAnswer<typeof readIntegrations>;
export type Hook = Integrations['hooks'][number];
export type Delivery = Integrations['deliveries'][number];
export type Token = Integrations['tokens'][number];

/** A key that is shown once: of a webhook, or of the API with its name. */
export type Secret = { text: string; name?: string };

/** The host of a webhook: its path may be a secret. */
export const hostOf = ({ url }: Pick<Hook, 'url'>): string => new URL(url).host;

const EVENT_TEXTS = {
  'phase.moved': 'phase_moved',
  'votes.thousand': 'votes_thousand',
  'cluster.found': 'cluster_found',
  'exclusion.applied': 'exclusion_applied',
  'review.waiting': 'review_waiting',
  'budget.reached': 'budget_reached',
  'edition.published': 'edition_published',
  'winners.announced': 'winners_announced',
  test: 'test',
} as const satisfies Record<HookType, string>;

/** The key of the text for an event. */
export const eventKey = (type: HookType) => `events.${EVENT_TEXTS[type]}` as const;
