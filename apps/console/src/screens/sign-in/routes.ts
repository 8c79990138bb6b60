import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { rootRoute } from '../../routing/parents.ts';

/**
 * An address of the console to go back to; any other value leads to the first screen. Browsers remove tabs and line
 * ends, so a slash, a tab and a slash would lead to another host.
 */
const back = z
  .string()
  .regex(/^\/(?![/\\\s])/)
  .optional()
  .catch(undefined);

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({ back }),
  component: lazyScreen('signIn', () => import('./screen.tsx')),
});
