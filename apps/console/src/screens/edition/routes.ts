import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

const id = z.number().int().positive().optional().catch(undefined);

export const editionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/edition',
  /** The draft or the version that is looked at. */
  validateSearch: z.object({ draft: id, version: id }),
  staticData: { action: 'edition.read' },
  component: lazyScreen('edition', () => import('./screen.tsx')),
});
