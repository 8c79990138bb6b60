import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const integrationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/integrations',
  staticData: { action: 'integrations.change' },
  component: lazyScreen('integrations', () => import('./screen.tsx')),
});
