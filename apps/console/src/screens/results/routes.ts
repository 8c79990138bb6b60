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

export const resultsSheetRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/results/sheet',
  staticData: { action: 'results.read' },
  component: lazyScreen('results', () => import('./sheet-screen.tsx')),
});
