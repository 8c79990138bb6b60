import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { Fragment, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useFirstSight } from '../../../ui/use-first-sight.ts';
import type { Company, Nomination } from '../flow.ts';
import { type Outcome, outcomesOf } from '../outcome.ts';
import { showCategory } from '../store.ts';
import styles from './winners-stage.module.css';

type Props = {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
  /** Opens a winner's card; `joint` if several share the win. */
  onShare(winner: Vote, joint: boolean): void;
};

/** The winners of all categories, nomination by nomination. */
export const WinnersStage = ({ nominations, statistics, onShare }: Props) => (
  <>
    {nominations.map((nomination, index) => (
      <NominationWinners
        key={nomination.tag}
        nomination={nomination}
        place={index + 1}
        total={nominations.length}
        outcomes={outcomesOf(nomination, statistics)}
        onShare={onShare}
      />
    ))}
  </>
);

type NominationProps = {
  nomination: Nomination;
  place: number;
  total: number;
  outcomes: readonly Outcome[];
  onShare: Props['onShare'];
};

const NominationWinners = ({ nomination, place, total, outcomes, onShare }: NominationProps) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const head = useRef<HTMLDivElement>(null);
  const seen = useFirstSight(head);
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    <section className={styles.nomination} aria-labelledby={`winners-${nomination.tag}`}>
      <div ref={head} className={cx(styles.head, seen && styles.seen)}>
        <p className={styles.place}>{t('placeOf', { place: two(place), total: two(total) })}</p>
        <h3 id={`winners-${nomination.tag}`}>{localize(nomination.title)}</h3>
      </div>
      <ul>
        {outcomes.map((outcome) => (
          <WinnerRow key={outcome.category.tag} nomination={nomination} outcome={outcome} onShare={onShare} />
        ))}
      </ul>
    </section>
  );
};

type RowProps = Pick<NominationProps, 'nomination' | 'onShare'> & { outcome: Outcome };

/** A category: its winners, the runners-up, and the buttons for the whole result and the winners' cards. */
const WinnerRow = ({ nomination, outcome, onShare }: RowProps) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const row = useRef<HTMLLIElement>(null);
  const seen = useFirstSight(row);
  const percentOf = usePercent();
  const { category, known, outdated, winners, drawn, runnersUp } = outcome;
  const several = nomination.categories.length > 1;
  const [winner] = winners;
  if (!winner) {
    return (
      <li ref={row} className={cx(styles.none, seen && styles.seen)}>
        {several && <small>{localize(category.name)}</small>}
        <p>{outdated ? t('outdated') : t(known ? 'emptyClosed' : 'loading')}</p>
      </li>
    );
  }
  const joint = winners.length > 1;
  const label = joint ? t('jointWinners') : t('rank.winner');
  const place = several ? `${localize(nomination.title)}: ${localize(category.name)}` : localize(nomination.title);
  return (
    <li ref={row} className={cx(styles.winner, joint ? styles.joint : styles.single, seen && styles.seen)}>
      <small>{several ? `${label} · ${localize(category.name)}` : label}</small>
      {winners.map((each) => (
        <Fragment key={each.tag}>
          <img src={each.logo} alt="" width={112} height={112} loading="lazy" />
          <p className={styles.name} data-winner={each.tag}>
            {localize(each.name)}
          </p>
        </Fragment>
      ))}
      {(drawn || runnersUp.length > 0) && (
        <p className={styles.others}>
          {drawn && `${t('drawn')} `}
          {runnersUp.length > 0 &&
            t('runnersUp', {
              count: runnersUp.length,
              names: runnersUp.map((each) => `${localize(each.name)} ${percentOf(each)}`).join(', '),
            })}
        </p>
      )}
      <div className={styles.side}>
        <p className={styles.percent}>
          <bdi dir="ltr">{percentOf(winner)}</bdi>
        </p>
        <div className={styles.acts}>
          {winners.map((each) => {
            const name = t('shareWinnerOf', { name: localize(each.name) });
            const vote = { nomination: nomination.tag, niche: category.tag, vote: each.tag };
            return (
              <Button key={each.tag} tone="ghost" aria-label={name} onClick={() => onShare(vote, joint)}>
                {joint ? name : t('shareWinner')}
              </Button>
            );
          })}
          <Button
            tone="plain"
            aria-label={t('fullResultOf', { place })}
            onClick={() => showCategory({ nomination: nomination.tag, niche: category.tag })}
          >
            {t('fullResult')}
          </Button>
        </div>
      </div>
    </li>
  );
};

/** Returns a function that formats a nominee's percentage with its sign. */
const usePercent = (): ((company: Company) => string) => {
  const language = useLanguage();
  return ({ percent }) => `${formatPercent(percent, language)}%`;
};
