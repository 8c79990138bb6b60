import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const messagesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/messages',
  staticData: { action: 'messages.read' },
  component: lazyScreen('messages', () => import('./screen.tsx')),
});
