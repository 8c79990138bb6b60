import type { StatisticsItem } from '@laurel/contracts/records';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { Announcement } from './announcement.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Hero } from './hero.tsx';
import styles from './landing-page.module.css';
import { Nominations } from './nominations.tsx';
import { Overview } from './overview.tsx';
import { PrintResults } from './print-results.tsx';

/** The one page of the site. */
export const LandingPage = ({ statistics }: { statistics: readonly StatisticsItem[] }) => {
  const { t } = useTranslation('page');
  const say = useLocalized();
  const { year, texts } = useEdition();
  const title = t('title', { name: say(texts.name), year });
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
        <Hero />
        <Overview />
        <Nominations inlined={statistics} />
        <Announcement />
      </main>
      <Footer />
      <PrintResults inlined={statistics} />
    </>
  );
};
