import { screenRoute } from '../../routing/screen-route.ts';

export const reviewsRoute = screenRoute('/reviews', 'reviews.read', 'reviews', () => import('./screen.tsx'));
