import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { nomineeCount } from '../features/nominations/flow.ts';
import { type Localized, useLocalized } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { StarIcon, WrenchIcon } from '../ui/icons.tsx';
import { Countdown } from './countdown.tsx';
import styles from './hero.module.css';
import { NOMINATIONS_ID, OVERVIEW_ID, scrollToId } from './scroll-to.ts';

/** After voting, a page with hidden percentages shows only the nominees. */
const HIDDEN_ACT = { scheduled: 'scheduled', open: 'open', closed: 'scheduled', announced: 'announced' } as const;

/** The hero: title, news, and the button to the nominations. */
export const Hero = () => {
  const { t } = useTranslation('page');
  const say = useLocalized();
  const { texts, notices, nominations, phase, results } = useEdition();
  const { title, accent, lead } = texts.hero;
  const categories = nominations.flatMap((nomination) => nomination.categories);
  const nominees = nominations.reduce((sum, nomination) => sum + nomineeCount(nomination), 0);
  return (
    <section className={styles.hero}>
      <div className={styles.rays} aria-hidden="true" />
      <div className={styles.eclipse} aria-hidden="true" />
      <div className="wrap">
        <p className={styles.phase}>
          <i className={cx(styles.dot, phase === 'open' && styles.live)} />
          <span>{phase === 'open' && notices.votingIntro ? say(notices.votingIntro) : t(`phase.${phase}`)}</span>
        </p>
        <h1>
          {say(title)} {accent && <em>{say(accent)}</em>}
        </h1>
        <p className={styles.lead}>{say(lead)}</p>
        <div className={styles.acts}>
          <Button onClick={() => scrollToId(NOMINATIONS_ID)}>
            {t(`act.${results.visible ? phase : HIDDEN_ACT[phase]}`)}
          </Button>
          <Button tone="ghost" onClick={() => scrollToId(OVERVIEW_ID)}>
            {t('howItWorks')}
          </Button>
        </div>
        <Countdown />
        <ul className={styles.notices} aria-label={t('notices')}>
          <Notice icon={<StarIcon className={styles.star} />} text={notices.winnersAnnounced} />
          <Notice icon={<WrenchIcon className={styles.wrench} />} text={notices.maintenance} />
        </ul>
        <ul className={styles.facts}>
          <Fact count={nominations.length} words={t('facts.nominations', { count: nominations.length })} />
          <Fact count={categories.length} words={t('facts.categories', { count: categories.length })} />
          <Fact count={nominees} words={t('facts.nominees', { count: nominees })} />
        </ul>
      </div>
    </section>
  );
};

const Notice = ({ icon, text }: { icon: ReactNode; text: Localized | null }) => {
  const say = useLocalized();
  return (
    text && (
      <li>
        {icon}
        <span>{say(text)}</span>
      </li>
    )
  );
};

const Fact = ({ count, words }: { count: number; words: string }) => (
  <li>
    <b>{count}</b> <span>{words}</span>
  </li>
);
