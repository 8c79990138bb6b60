import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const accountRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/account',
  component: lazyScreen(['account', 'roleNotes'], () => import('./screen.tsx')),
});
