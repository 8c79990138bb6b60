import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const editionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/edition',
  staticData: { action: 'edition.read' },
  component: lazyScreen('edition', () => import('./screen.tsx')),
});
