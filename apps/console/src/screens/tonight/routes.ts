import { SPANS, type Span } from '@laurel/contracts/console/calls/tonight';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const tonightRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tonight',
  staticData: { action: 'tonight.read' },
  validateSearch: ({ span }: Record<string, unknown>): { span?: Span } => {
    const known = SPANS.find((each) => each === span);
    return known === undefined ? {} : { span: known };
  },
  component: lazyScreen('tonight', () => import('./screen.tsx')),
});
