import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyScreen } from '../../routing/lazy-screen.ts';
import { rootRoute } from '../../routing/parents.ts';

/**
 * An address of the console itself, to go back to; anything else leads to the first screen. Browsers skip a tab or a line end, so
 * that what follows it could be another host.
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
