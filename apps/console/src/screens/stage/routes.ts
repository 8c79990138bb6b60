import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { bareRoute } from '../../routing/parents.ts';
import { screenRoute } from '../../routing/screen-route.ts';

export const stageRoute = screenRoute('/stage', 'stage.show', 'stage', () => import('./screen.tsx'));

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
