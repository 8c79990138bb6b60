import type { StatisticsItem, Turnout } from '@laurel/contracts/records';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { hasLeftStep } from '../features/journey/left-step.ts';
import { useLocalized } from '../i18n/language.ts';
import { WINNERS_ID } from '../lib/scroll.ts';
import { useModals } from '../modals/store.ts';
import { useSession } from '../session/store.ts';
import { part } from '../ui/part.ts';
import { Sponsors } from '../ui/sponsors.tsx';
import { Announcement } from './announcement.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Hero } from './hero.tsx';
import styles from './landing-page.module.css';
import { Nominations } from './nominations.tsx';
import { Overview } from './overview.tsx';
import { PrintResults } from './print-results.tsx';
import { useTurnout } from './use-turnout.ts';

/** Loads only for a visitor who has begun the journey. */
const ProgressPill = part(() => import('./progress-pill.tsx'));

/** Loads only once the winners are announced. Without its code the page shows the results in the nominations only. */
const Winners = part(() => import('./winners.tsx'));

/** The same for their beads on the hero's ring. */
const HeroRing = part(() => import('./hero-ring.tsx'));

type Props = { statistics: readonly StatisticsItem[]; turnout: Turnout | null };

/** The one page of the site. */
export const LandingPage = ({ statistics, turnout: inlined }: Props) => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { year, texts, phase, sponsors } = useEdition();
  const turnout = useTurnout(inlined);
  const loggedIn = useSession((session) => session.token !== undefined);
  const begun = useModals(hasLeftStep) || loggedIn;
  const title = t('title', { name: localize(texts.name), year });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <a className={styles.skip} href="#nominations">
        {t('skip')}
      </a>
      <Header />
      <main>
        <Hero turnout={turnout} begun={begun && (phase === 'open' || (phase === 'closed' && loggedIn))}>
          {phase === 'announced' && (
            <Suspense>
              <HeroRing inlined={statistics} />
            </Suspense>
          )}
        </Hero>
        {phase === 'announced' && (
          <Suspense fallback={<div id={WINNERS_ID} className={styles.winners} />}>
            <Winners inlined={statistics} />
          </Suspense>
        )}
        <Overview />
        <Nominations inlined={statistics} />
        <Announcement />
        {phase === 'open' && <Suspense>{begun && <ProgressPill />}</Suspense>}
      </main>
      {sponsors && (
        <div className="wrap">
          <Sponsors label={t('sponsors')} sponsors={sponsors} />
        </div>
      )}
      <Footer />
      <PrintResults inlined={statistics} />
    </>
  );
};
