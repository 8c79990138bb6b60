import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { EditionContext } from './edition.ts';
import { LandingPage } from './landing-page.tsx';
import { LoadedStatus } from './loaded-status.tsx';
import { ModalRoot } from './modal-root.tsx';
import type { PageData } from './page-data.ts';
import { createQueryClient } from './query-client.ts';
import { usePhased } from './use-phased.ts';

/** The whole app over what the server gave with the page. */
export const App = ({ edition, statistics }: PageData) => {
  const [client] = useState(createQueryClient);
  const phased = usePhased(edition);
  return (
    <QueryClientProvider client={client}>
      <EditionContext value={phased}>
        <ErrorBoundary>
          <LandingPage statistics={statistics} />
        </ErrorBoundary>
        <ErrorBoundary>
          <ModalRoot />
          <LoadedStatus />
        </ErrorBoundary>
      </EditionContext>
    </QueryClientProvider>
  );
};
