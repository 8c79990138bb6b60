import { screenRoute } from '../../routing/screen-route.ts';

export const phasesRoute = screenRoute('/phases', 'phases.read', 'phases', () => import('./screen.tsx'));
