import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const resultsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results',
  staticData: { action: 'results.read' },
  validateSearch: ({ find }: Record<string, unknown>): { find?: string | undefined } => ({
    find: typeof find === 'string' && find !== '' ? find : undefined,
  }),
  component: lazyScreen('results', () => import('./screen.tsx')),
});

export const runSheetRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results/run-sheet',
  staticData: { action: 'results.take' },
  component: lazyScreen('results', () => import('./run-sheet-screen.tsx')),
});

export const seasonRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results/season',
  staticData: { action: 'results.take' },
  component: lazyScreen('results', () => import('./season-screen.tsx')),
});

export const pressTableRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results/press',
  staticData: { action: 'results.take' },
  component: lazyScreen('results', () => import('./press-screen.tsx')),
});
