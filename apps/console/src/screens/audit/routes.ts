import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/audit',
  staticData: { action: 'audit.read' },
  component: lazyScreen('audit', () => import('./screen.tsx')),
});
