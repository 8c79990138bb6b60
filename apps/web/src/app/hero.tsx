import type { Turnout } from '@laurel/contracts/records';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { isLastDay } from '../features/edition/phase.ts';
import { useAnnouncement } from '../features/edition/use-announcement.ts';
import { nomineeCount } from '../features/nominations/flow.ts';
import { useLocalized } from '../i18n/language.ts';
import { NOMINATIONS_ID, OVERVIEW_ID, scrollToId, WINNERS_ID } from '../lib/scroll.ts';
import { serverTime } from '../lib/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { StarIcon, WrenchIcon } from '../ui/icons.tsx';
import { part } from '../ui/part.ts';
import { useNow } from '../ui/use-now.ts';
import { Countdown } from './countdown.tsx';
import facts from './facts.module.css';
import styles from './hero.module.css';
import { HeroLight } from './hero-light.tsx';
import total from './hero-total.module.css';
import { TurnoutFacts } from './turnout-facts.tsx';

/** Loads after the first paint, like the next one. If its code fails to load, the hero is that of a stranger. */
const Horizon = part(() => import('./horizon.tsx'));
const Own = lazy<typeof import('./own.tsx')['default']>(() =>
  import('./own.tsx').catch(() => ({ default: ({ children }) => children })),
);

/** The headline and the text below it: the edition's own while voting is open, otherwise those of the phase. */
const useHeadline = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { texts, results, words } = useEdition();
  if (words === 'open') {
    const { title, accent, lead } = texts.hero;
    return { title: localize(title), accent: accent && localize(accent), after: undefined, lead: localize(lead) };
  }
  const lead = words === 'closed' && !results.visible ? t('hero.closed.hiddenLead') : t(`hero.${words}.lead`);
  const accent = t(`hero.${words}.accent`);
  const title = t(`hero.${words}.title`);
  // The accent is a word within the title, or follows it.
  const [before = title, after] = words === 'announced' ? title.split(accent) : [];
  return { title: before.trim(), accent, after, lead };
};

/** The label of the second button, and the section that it leads to. */
const useSecondButton = () => {
  const { t } = useTranslation('page');
  const { phase } = useEdition();
  if (phase === 'announced') return { label: t('winners.results'), to: NOMINATIONS_ID };
  return { label: phase === 'closed' ? t('overview.closed') : t('howItWorks'), to: OVERVIEW_ID };
};

type Props = {
  /** Absent in the server's drawing. */
  turnout?: Turnout | null;
  /** Whether the visitor has begun the journey to a vote, so that the hero knows more. */
  begun?: boolean;
  /** The winners on the ring of the eclipse, which is total once they are announced. */
  children?: ReactNode;
};

/** The hero: title, news, the time left, and the button to the nominations or to the visitor's next step. */
export const Hero = ({ turnout, begun = false, children }: Props) => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { texts, year, nominations, phase, words, results } = useEdition();
  const announced = phase === 'announced';
  const { title, accent, after, lead } = useHeadline();
  const second = useSecondButton();
  const categories = nominations.flatMap((nomination) => nomination.categories);
  /** A part that says more to a visitor who has begun. */
  const own = (part: 'status' | 'act' | 'nominate', stranger?: ReactNode) =>
    begun || part === 'nominate' ? (
      <Suspense fallback={stranger}>
        <Own part={part}>{stranger}</Own>
      </Suspense>
    ) : (
      stranger
    );
  const nominees = nominations.reduce((sum, nomination) => sum + nomineeCount(nomination), 0);
  return (
    <section className={cx(styles.hero, announced && total.total)}>
      <HeroLight className={cx(styles.light, total.light)}>
        {turnout !== undefined && !announced && (
          <Suspense>
            <Horizon />
          </Suspense>
        )}
      </HeroLight>
      {children}
      <div className={cx(styles.first, total.first)}>
        <p className={styles.award}>
          {localize(texts.name)} {year}
        </p>
        {!announced && (
          <p className={styles.phase}>
            <i className={cx(styles.dot, phase === 'open' && styles.live)} />
            <span>{own('status', <PhaseWords />)}</span>
          </p>
        )}
        <h1>
          {title} {accent && <em>{accent}</em>}
          {after}
        </h1>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.acts}>
          {words === 'nominating'
            ? own('nominate')
            : own(
                'act',
                <Button onClick={() => scrollToId(announced ? WINNERS_ID : NOMINATIONS_ID)}>
                  {t(`act.${phase === 'closed' && !results.visible ? 'scheduled' : phase}`)}
                </Button>,
              )}
          <Button tone="ghost" onClick={() => scrollToId(second.to)}>
            {second.label}
          </Button>
        </div>
      </div>
      <div className={styles.time}>
        <Countdown />
      </div>
      <div className={styles.below}>
        <Notices />
        <ul className={facts.facts}>
          {phase !== 'scheduled' && results.visible && <TurnoutFacts turnout={turnout} />}
          <Fact count={nominations.length} words={t('facts.nominations', { count: nominations.length })} />
          <Fact count={categories.length} words={t('facts.categories', { count: categories.length })} />
          <Fact count={nominees} words={t('facts.nominees', { count: nominees })} />
        </ul>
      </div>
    </section>
  );
};

/** The phase in words. While voting is open, these are the organisers' own until its last day. */
const PhaseWords = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const edition = useEdition();
  const { phase, words, notices } = edition;
  if (isLastDay(edition, serverTime(useNow()))) return t('phase.last');
  return phase === 'open' && notices.votingIntro ? localize(notices.votingIntro) : t(`phase.${words}`);
};

/**
 * The organisers' notices: the winners' date until they are announced, and maintenance until voting ends. Once the
 * announcement has a time, that is its date.
 */
const Notices = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { notices, phase } = useEdition();
  const date = useAnnouncement();
  // After voting, the countdown says that date.
  const isSaid = phase === 'announced' || (phase === 'closed' && date !== null);
  const winners = isSaid || !notices.winnersAnnounced ? null : (date ?? localize(notices.winnersAnnounced));
  const maintenance = phase === 'scheduled' || phase === 'open' ? notices.maintenance : null;
  if (!winners && !maintenance) return null;
  return (
    <ul className={styles.notices} aria-label={t('notices')}>
      <Notice icon={<StarIcon className={styles.star} />} text={winners} />
      <Notice icon={<WrenchIcon className={styles.wrench} />} text={maintenance && localize(maintenance)} />
    </ul>
  );
};

const Notice = ({ icon, text }: { icon: ReactNode; text: string | null }) =>
  text && (
    <li>
      {icon}
      <span>{text}</span>
    </li>
  );

const Fact = ({ count, words }: { count: number; words: string }) => (
  <li>
    <b>{count}</b> <span>{words}</span>
  </li>
);
