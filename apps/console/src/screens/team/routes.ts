import { screenRoute } from '../../routing/screen-route.ts';

export const teamRoute = screenRoute('/team', 'team.read', ['team', 'roleNotes'], () => import('./screen.tsx'));
