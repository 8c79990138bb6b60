import { screenRoute } from '../../routing/screen-route.ts';

export const kitsRoute = screenRoute('/kits', 'edition.read', 'kits', () => import('./screen.tsx'));
