import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import { bareRoute, consoleRoute, rootRoute } from '../routing/parents.ts';
import { accountRoute } from '../screens/account/routes.ts';
import { auditRoute } from '../screens/audit/routes.ts';
import { editionRoute } from '../screens/edition/routes.ts';
import { editorRoute } from '../screens/editor/routes.ts';
import { entriesRoute } from '../screens/entries/routes.ts';
import { exclusionRoute, exclusionsRoute, newExclusionRoute } from '../screens/exclusions/routes.ts';
import { integrationsRoute } from '../screens/integrations/routes.ts';
import { invitationRoute } from '../screens/invitation/routes.ts';
import { kitsRoute } from '../screens/kits/routes.ts';
import { messagesRoute } from '../screens/messages/routes.ts';
import { phasesRoute } from '../screens/phases/routes.ts';
import { pressTableRoute, resultsRoute, runSheetRoute, seasonRoute } from '../screens/results/routes.ts';
import { reviewsRoute } from '../screens/reviews/routes.ts';
import { signInRoute } from '../screens/sign-in/routes.ts';
import { remoteRoute, showRoute, stageRoute } from '../screens/stage/routes.ts';
import { suspiciousClusterRoute, suspiciousRoute } from '../screens/suspicious/routes.ts';
import { teamRoute } from '../screens/team/routes.ts';
import { tonightRoute } from '../screens/tonight/routes.ts';
import { voterRoute, votersRoute } from '../screens/voters/routes.ts';
import { NoScreen } from './no-screen.tsx';
import { ScreenPending, StartPending } from './pending.tsx';
import { ScreenFailure } from './screen-failure.tsx';
import { Shell } from './shell.tsx';
import { StartFailure } from './start-failure.tsx';

/** How long the previous screen stays while the next one loads, milliseconds: a short wait must not flicker. */
const PENDING_MS = 400;

const indexRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tonight', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  bareRoute.addChildren([showRoute, remoteRoute]),
  consoleRoute
    .update({ component: Shell, errorComponent: StartFailure, pendingComponent: StartPending })
    .addChildren([
      indexRoute,
      tonightRoute,
      resultsRoute,
      runSheetRoute,
      pressTableRoute,
      seasonRoute,
      stageRoute,
      suspiciousRoute,
      suspiciousClusterRoute,
      reviewsRoute,
      votersRoute,
      voterRoute,
      messagesRoute,
      phasesRoute,
      editionRoute,
      editorRoute,
      kitsRoute,
      entriesRoute,
      exclusionsRoute,
      newExclusionRoute,
      exclusionRoute,
      auditRoute,
      integrationsRoute,
      teamRoute,
      accountRoute,
    ]),
]);

/**
 * Creates the router of the console.
 * @param history where the address is kept; by default the browser's
 */
export const createConsoleRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Other params mount the screen again, so that it keeps nothing of the previous voter or exclusion.
    defaultRemountDeps: ({ params }) => params,
    notFoundMode: 'root',
    defaultNotFoundComponent: NoScreen,
    defaultErrorComponent: ScreenFailure,
    defaultPendingComponent: ScreenPending,
    defaultPendingMs: PENDING_MS,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
