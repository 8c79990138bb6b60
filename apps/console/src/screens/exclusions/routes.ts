import { EXCLUSION_WAITS, type ExclusionWait } from '@laurel/contracts/console/calls/exclusions';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';
import { screenRoute } from '../../routing/screen-route.ts';

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

export const newExclusionRoute = screenRoute(
  '/exclusions/new',
  'exclusions.change',
  'exclusions',
  () => import('./new-screen.tsx'),
);

export const exclusionRoute = screenRoute(
  '/exclusions/$id',
  'exclusions.read',
  'exclusions',
  () => import('./exclusion-screen.tsx'),
);
