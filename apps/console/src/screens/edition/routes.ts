import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

const id = z.number().int().positive().optional().catch(undefined);

export const editionRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/edition',
  /** The draft or the version to show; if both are given, the draft. */
  validateSearch: z.object({ draft: id, version: id }),
  staticData: { action: 'edition.read' },
  component: lazyScreen('edition', async () => {
    // The names of the fields.
    const [loaded] = await Promise.all([import('./screen.tsx'), loadTexts('edition-form')]);
    return loaded;
  }),
});
