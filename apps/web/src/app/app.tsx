import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../session/store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loader } from '../ui/loader.tsx';
import { EditionContext } from './edition.ts';
import { LandingPage } from './landing-page.tsx';
import { LoadedStatus } from './loaded-status.tsx';
import { ModalRoot } from './modal-root.tsx';
import type { PageData } from './page-data.ts';
import { createQueryClient } from './query-client.ts';
import { useLiveEdition } from './use-live-edition.ts';
import { usePhased } from './use-phased.ts';

/** Only who is logged in has something to verify. Without its code nothing is lost but the news of it. */
const VerificationWatch = lazy(() => import('./verification-watch.tsx').catch(() => ({ default: () => null })));

const Site = ({ edition, statistics }: Pick<PageData, 'edition' | 'statistics'>) => {
  const phased = usePhased(useLiveEdition(edition));
  const loggedIn = useSession((session) => session.token !== undefined);
  return (
    <EditionContext value={phased}>
      <ErrorBoundary>
        <LandingPage statistics={statistics} />
      </ErrorBoundary>
      <ErrorBoundary>
        <ModalRoot />
        <LoadedStatus />
      </ErrorBoundary>
      <Suspense>{loggedIn && <VerificationWatch />}</Suspense>
      <Loader />
    </EditionContext>
  );
};

/** The whole app over what the server gave with the page. */
export const App = ({ edition, statistics }: PageData) => {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Site edition={edition} statistics={statistics} />
    </QueryClientProvider>
  );
};
