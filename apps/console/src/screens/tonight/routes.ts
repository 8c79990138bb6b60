import { SPANS, type Span } from '@laurel/contracts/console/calls/tonight';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const tonightRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tonight',
  staticData: { action: 'tonight.read' },
  // An unknown value must become undefined: the router keeps the values that a route leaves out.
  validateSearch: ({ span }: Record<string, unknown>): { span?: Span | undefined } => ({
    span: SPANS.find((each) => each === span),
  }),
  component: lazyScreen('tonight', () => import('./screen.tsx')),
});
