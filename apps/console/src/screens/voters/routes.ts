import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const votersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/voters',
  staticData: { action: 'voters.read' },
  component: lazyScreen('voters', () => import('./screen.tsx')),
});

export const voterRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/voters/$id',
  staticData: { action: 'voters.read' },
  component: lazyScreen('voters', () => import('./voter-screen.tsx')),
});
