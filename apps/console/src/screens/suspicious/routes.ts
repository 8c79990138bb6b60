import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const suspiciousRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/suspicious',
  staticData: { action: 'exclusions.read' },
  component: lazyScreen('suspicious', () => import('./screen.tsx')),
});

export const suspiciousClusterRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/suspicious/$id',
  staticData: { action: 'exclusions.read' },
  component: lazyScreen('suspicious', () => import('./cluster-screen.tsx')),
});
