import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';
import { screenRoute } from '../../routing/screen-route.ts';

export const resultsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results',
  staticData: { action: 'results.read' },
  validateSearch: ({ find }: Record<string, unknown>): { find?: string | undefined } => ({
    find: typeof find === 'string' && find !== '' ? find : undefined,
  }),
  component: lazyScreen('results', () => import('./screen.tsx')),
});

export const runSheetRoute = screenRoute(
  '/results/run-sheet',
  'results.take',
  'results',
  () => import('./run-sheet-screen.tsx'),
);

export const seasonRoute = screenRoute(
  '/results/season',
  'results.take',
  'results',
  () => import('./season-screen.tsx'),
);

export const pressTableRoute = screenRoute(
  '/results/press',
  'results.take',
  'results',
  () => import('./press-screen.tsx'),
);
