import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const exclusionsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/exclusions',
  staticData: { action: 'exclusions.read' },
  component: lazyScreen('exclusions', () => import('./screen.tsx')),
});
