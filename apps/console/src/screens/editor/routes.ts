import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { consoleRoute } from '../../routing/parents.ts';

export const editorRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/edition/editor',
  /** The draft, and what is open in it: `nominations.best-podcast`, `edition.texts`, or nothing. */
  validateSearch: z.object({
    draft: z.number().int().positive().optional().catch(undefined),
    at: z.string().max(500).optional().catch(undefined),
  }),
  staticData: { action: 'edition.read' },
  component: lazyScreen('editor', async () => {
    // The texts of the rules that fields break, and the names of the fields.
    const texts = (['edition', 'edition-form', 'editor-import'] as const).map(loadTexts);
    const [{ Screen }] = await Promise.all([import('./screen.tsx'), ...texts]);
    return { Screen };
  }),
});
