import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { EditionContext } from '../features/edition/context.ts';
import { useWhole } from '../features/edition/store.ts';
import { useLiveEdition } from '../features/edition/use-live-edition.ts';
import { usePhased } from '../features/edition/use-phased.ts';
import { ModalRoot } from '../features/journey/components/modal-root.tsx';
import { useLanguage } from '../i18n/language.ts';
import { useSession } from '../session/store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loader } from '../ui/loader.tsx';
import { part } from '../ui/part.ts';
import { LandingPage } from './landing-page.tsx';
import { LoadedStatus } from './loaded-status.tsx';
import type { PageData } from './page-data.ts';
import { createQueryClient } from './query-client.ts';

/** Loads only for a logged-in visitor. */
const VerificationWatch = part(() => import('../features/journey/verification-watch.tsx'));

/** Whether the address may be the link of a reminder: the code that tells loads only then. */
const RESUMES = location.search.includes('resume');
const Resume = part(() => import('./resume.tsx'));

/**
 * The code of the comparison loads this long after the page, milliseconds. A random time of up to the same length is
 * added, so that not all browsers load it at the same time.
 */
const WATCH_AFTER_MS = 30_000;

/** Compares the public record with what this browser saw before; its code loads long after the page. */
const RecordWatch = part(async () => {
  await new Promise((resolve) => setTimeout(resolve, WATCH_AFTER_MS * (1 + Math.random())));
  return import('../features/record/components/record-watch.tsx');
});

/**
 * A key that is new for each language on a page that the browser has translated: it replaced texts by elements of its
 * own, which the page can't change any more. Chrome and Edge use <font>.
 */
const useLanguageKey = (): string => {
  const language = useLanguage();
  return useMemo(() => (document.querySelector('#root font') ? language : ''), [language]);
};

const Site = ({ edition, statistics, turnout }: Pick<PageData, 'edition' | 'statistics' | 'turnout'>) => {
  const whole = useWhole(({ edition: loaded }) => loaded);
  const phased = usePhased(useLiveEdition(whole ?? edition));
  const loggedIn = useSession((session) => session.token !== undefined);
  const key = useLanguageKey();
  return (
    <EditionContext value={phased}>
      <ErrorBoundary key={key}>
        <LandingPage statistics={statistics} turnout={turnout} />
      </ErrorBoundary>
      <ErrorBoundary>
        <ModalRoot />
        <LoadedStatus />
      </ErrorBoundary>
      <Suspense>{loggedIn && <VerificationWatch />}</Suspense>
      <Suspense>{RESUMES && <Resume />}</Suspense>
      {/* The log begins with the vote. */}
      <Suspense>{phased.log && phased.phase !== 'scheduled' && <RecordWatch log={phased.log} />}</Suspense>
      <Loader />
    </EditionContext>
  );
};

/** The whole app, with the data that the server put into the page. */
export const App = ({ edition, statistics, turnout }: PageData) => {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Site edition={edition} statistics={statistics} turnout={turnout} />
    </QueryClientProvider>
  );
};
