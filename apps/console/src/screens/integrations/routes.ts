import { screenRoute } from '../../routing/screen-route.ts';

export const integrationsRoute = screenRoute(
  '/integrations',
  'integrations.change',
  ['integrations', 'roleNotes'],
  () => import('./screen.tsx'),
);
