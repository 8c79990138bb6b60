import { screenRoute } from '../../routing/screen-route.ts';

export const votersRoute = screenRoute('/voters', 'voters.read', 'voters', () => import('./screen.tsx'));

export const voterRoute = screenRoute(
  '/voters/$id',
  'voters.read',
  ['voters', 'problems'],
  () => import('./voter-screen.tsx'),
);
