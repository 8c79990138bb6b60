import { screenRoute } from '../../routing/screen-route.ts';

export const suspiciousRoute = screenRoute(
  '/suspicious',
  'exclusions.read',
  'suspicious',
  () => import('./screen.tsx'),
);

export const suspiciousClusterRoute = screenRoute(
  '/suspicious/$id',
  'exclusions.read',
  'suspicious',
  () => import('./cluster-screen.tsx'),
);
