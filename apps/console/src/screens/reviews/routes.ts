import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const reviewsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/reviews',
  staticData: { action: 'reviews.read' },
  component: lazyScreen('reviews', () => import('./screen.tsx')),
});
