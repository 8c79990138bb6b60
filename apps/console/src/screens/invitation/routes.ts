import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { rootRoute } from '../../routing/parents.ts';

/** The token is in the fragment, which a browser never sends to a server. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyScreen(['invitation', 'roleNotes'], () => import('./screen.tsx')),
});
