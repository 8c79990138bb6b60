import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { bareRoute, consoleRoute } from '../../routing/parents.ts';

export const stageRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/stage',
  staticData: { action: 'stage.show' },
  component: lazyScreen('stage', () => import('./screen.tsx')),
});

export const showRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: '/stage/show',
  component: lazyScreen('stage', () => import('./show-screen.tsx')),
});

export const remoteRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: '/stage/remote',
  component: lazyScreen('stage', () => import('./remote-screen.tsx')),
});
