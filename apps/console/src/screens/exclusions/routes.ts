import { EXCLUSION_WAITS, type ExclusionWait } from '@laurel/contracts/console/calls/exclusions';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const exclusionsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/exclusions',
  staticData: { action: 'exclusions.read' },
  // An unknown value must become undefined: the router keeps the values that a route leaves out.
  validateSearch: ({ waits }: Record<string, unknown>): { waits?: ExclusionWait | undefined } => ({
    waits: EXCLUSION_WAITS.find((each) => each === waits),
  }),
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
