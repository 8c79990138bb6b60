import { screenRoute } from '../../routing/screen-route.ts';

export const entriesRoute = screenRoute('/entries', 'entries.read', 'entries', () => import('./screen.tsx'));
