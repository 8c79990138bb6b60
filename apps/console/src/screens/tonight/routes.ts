import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const tonightRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tonight',
  staticData: { action: 'tonight.read' },
  component: lazyScreen('tonight', () => import('./screen.tsx')),
});
