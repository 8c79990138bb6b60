import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const exclusionsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/exclusions',
  staticData: { action: 'exclusions.read' },
  component: lazyScreen('exclusions', () => import('./screen.tsx')),
});

export const newExclusionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/exclusions/new',
  staticData: { action: 'exclusions.change' },
  component: lazyScreen('exclusions', () => import('./new-screen.tsx')),
});

export const exclusionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/exclusions/$id',
  staticData: { action: 'exclusions.read' },
  component: lazyScreen('exclusions', () => import('./exclusion-screen.tsx')),
});
