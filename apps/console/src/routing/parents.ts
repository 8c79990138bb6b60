import type { Action } from '@laurel/contracts/console/permissions';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { isFailure } from '../lib/failure.ts';
import { dropDraftsUnlessOf } from '../session/draft.ts';
import { meQuery } from '../session/me.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a person must be allowed to do to see the screen; without it, everybody who is signed in sees it. */
    readonly action?: Action;
  }
}

/** The root of all addresses. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();

/** The parent of every screen for people who are signed in; others go to the sign-in, and back afterwards. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: async ({ context, location }): Promise<void> => {
    try {
      const { person } = await context.queryClient.ensureQueryData(meQuery);
      dropDraftsUnlessOf(person.id);
    } catch (error) {
      if (!isFailure(error, 'console.signed_out')) throw error;
      throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true });
    }
  },
});
