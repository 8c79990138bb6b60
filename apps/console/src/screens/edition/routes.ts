import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

const id = z.number().int().positive().optional().catch(undefined);

export const editionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/edition',
  /** The draft or the version to show; if both are given, the draft. */
  validateSearch: z.object({ draft: id, version: id }),
  staticData: { action: 'edition.read' },
  component: lazyScreen('edition', () => import('./screen.tsx')),
});
