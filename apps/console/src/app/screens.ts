import type { readMe } from '@laurel/contracts/console/calls/session';
import type { Action } from '@laurel/contracts/console/permissions';
import type { CallAnswer } from '../lib/call.ts';

/**
 * The screens in the order of the navigation, each with the action that a person must be allowed in order to see it.
 */
export const SCREENS = [
  { to: '/tonight', name: 'tonight', action: 'tonight.read' },
  { to: '/results', name: 'results', action: 'results.read' },
  { to: '/stage', name: 'stage', action: 'stage.show' },
  { to: '/suspicious', name: 'suspicious', action: 'exclusions.read', waiting: ['clusters'] },
  { to: '/reviews', name: 'reviews', action: 'reviews.read', waiting: ['reviews'] },
  { to: '/voters', name: 'voters', action: 'voters.read' },
  { to: '/messages', name: 'messages', action: 'messages.read', waiting: ['messages'] },
  { to: '/phases', name: 'phases', action: 'phases.read', waiting: ['phases'] },
  { to: '/edition', name: 'edition', action: 'edition.read', waiting: ['edition'] },
  { to: '/kits', name: 'kits', action: 'edition.read' },
  { to: '/entries', name: 'entries', action: 'entries.read', waiting: ['entries'], optional: true },
  { to: '/exclusions', name: 'exclusions', action: 'exclusions.read', waiting: ['exclusions', 'objections'] },
  { to: '/audit', name: 'audit', action: 'audit.read' },
  { to: '/integrations', name: 'integrations', action: 'integrations.change' },
  { to: '/team', name: 'team', action: 'team.read' },
] as const satisfies readonly {
  to: string;
  name: string;
  action: Action;
  /** What waits there, as GET /me counts it. */
  waiting?: readonly (keyof CallAnswer<typeof readMe>['waiting'])[];
  /** Whether it is only there if GET /me counts what waits on it. */
  optional?: true;
}[];
