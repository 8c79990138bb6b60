import { MESSAGE_KINDS, MESSAGE_SETS, MESSAGE_SPANS, MESSAGE_STATES } from '@laurel/contracts/console/calls/messages';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';
import type { MessagesSearch } from './types.ts';

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((each) => each === given);
const matching = (given: unknown, pattern: RegExp): string | undefined =>
  (typeof given === 'string' || typeof given === 'number') && pattern.test(String(given)) ? String(given) : undefined;

export const messagesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/messages',
  staticData: { action: 'messages.read' },
  // An unknown value must become undefined: the router keeps the values that a route leaves out.
  validateSearch: (given: Record<string, unknown>): MessagesSearch => ({
    tab: oneOf(['totals'] as const, given.tab),
    span: oneOf(MESSAGE_SPANS, given.span),
    set: oneOf(MESSAGE_SETS, given.set),
    state: oneOf(MESSAGE_STATES, given.state),
    kind: oneOf(MESSAGE_KINDS, given.kind),
    country: Number(matching(given.country, /^[1-9]\d{0,3}$/)) || undefined,
    provider: matching(given.provider, /^[a-z]{2,20}$/),
    account: matching(given.account, /^[0-9a-f-]{36}$/),
  }),
  component: lazyScreen(['messages', 'problems'], () => import('./screen.tsx')),
});
