import type { Action } from '@laurel/contracts/console/permissions';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { isFailure } from '../lib/failure.ts';
import { dropDraftsUnlessOf } from '../session/draft.ts';
import { meQuery } from '../session/me.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The action that a person must be allowed to see the screen; without it, everybody who is signed in sees it. */
    readonly action?: Action;
  }
}

type Entry = { context: { queryClient: QueryClient }; location: { href: string } };

/** The root of all routes. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();

/** Sends people who are not signed in to the sign-in, which leads back here. */
const demandSession = async ({ context, location }: Entry): Promise<void> => {
  try {
    const { person } = await context.queryClient.ensureQueryData(meQuery);
    dropDraftsUnlessOf(person.id);
  } catch (error) {
    if (!isFailure(error, 'console.signed_out')) throw error;
    throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true });
  }
};

/** The parent of the screens with the shell around them, for people who are signed in. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: demandSession,
});

/** The parent of the screens that fill the page, for people who are signed in. */
export const bareRoute = createRoute({ getParentRoute: () => rootRoute, id: 'bare', beforeLoad: demandSession });
