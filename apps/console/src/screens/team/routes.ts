import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const teamRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/team',
  staticData: { action: 'team.read' },
  component: lazyScreen('team', () => import('./screen.tsx')),
});
