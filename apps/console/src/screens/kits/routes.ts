import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const kitsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/kits',
  staticData: { action: 'edition.read' },
  component: lazyScreen('kits', () => import('./screen.tsx')),
});
