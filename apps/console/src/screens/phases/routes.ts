import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const phasesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/phases',
  staticData: { action: 'phases.read' },
  component: lazyScreen('phases', () => import('./screen.tsx')),
});
