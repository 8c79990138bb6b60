import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useFirstSight } from '../../../ui/use-first-sight.ts';
import { type Company, type Nomination, type Outcome, outcomesOf } from '../flow.ts';
import { showCategory } from '../store.ts';
import styles from './winners-stage.module.css';

type Props = {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
  /** Opens a winner's card; `joint` if several share the win. */
  onShare(winner: Vote, joint: boolean): void;
};

/** The winners of all categories, one act for each nomination. */
export const WinnersStage = ({ nominations, statistics, onShare }: Props) => (
  <>
    {nominations.map((nomination, index) => (
      <Act
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

type ActProps = {
  nomination: Nomination;
  place: number;
  total: number;
  outcomes: readonly Outcome[];
  onShare: Props['onShare'];
};

const Act = ({ nomination, place, total, outcomes, onShare }: ActProps) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const act = useRef<HTMLElement>(null);
  const seen = useFirstSight(act);
  const [first] = nomination.categories;
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    <section ref={act} className={cx(styles.act, seen && styles.seen)} aria-labelledby={`winners-${nomination.tag}`}>
      <p className={styles.place}>{t('placeOf', { place: two(place), total: two(total) })}</p>
      <h3 id={`winners-${nomination.tag}`}>{localize(nomination.title)}</h3>
      <ul>
        {outcomes.map((outcome) => (
          <WinnerRow key={outcome.category.tag} nomination={nomination} outcome={outcome} onShare={onShare} />
        ))}
      </ul>
      {first && (
        <Button
          tone="ghost"
          aria-label={t('allResultsOf', { nomination: localize(nomination.title) })}
          onClick={() => showCategory({ nomination: nomination.tag, niche: first.tag })}
        >
          {t('allResults')}
        </Button>
      )}
    </section>
  );
};

const WinnerRow = ({
  nomination,
  outcome,
  onShare,
}: Pick<ActProps, 'nomination' | 'onShare'> & { outcome: Outcome }) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const language = useLanguage();
  const { category, winners, runnersUp } = outcome;
  const place = nomination.categories.length > 1 ? localize(category.name) : undefined;
  const percentOf = ({ percent }: Company): string => `${formatPercent(percent, language)}%`;
  const [winner] = winners;
  if (!winner) {
    return (
      <li className={styles.none}>
        {place !== undefined && <small>{place}</small>}
        <p>{t('emptyClosed')}</p>
      </li>
    );
  }
  const label = winners.length > 1 ? t('jointWinners') : t('rank.winner');
  return (
    <li className={styles.winner}>
      <div className={styles.logos}>
        {winners.map(({ tag, logo }) => (
          <img key={tag} src={logo} alt="" width={96} height={96} loading="lazy" />
        ))}
      </div>
      <div className={styles.who}>
        <small>{place === undefined ? label : `${place}. ${label}`}</small>
        {winners.map((each) => (
          <p key={each.tag} className={styles.name} data-winner={each.tag}>
            {localize(each.name)}
          </p>
        ))}
        {runnersUp.length > 0 && (
          <p className={styles.others}>
            {t('runnersUp', { names: runnersUp.map((each) => `${localize(each.name)} ${percentOf(each)}`).join(', ') })}
          </p>
        )}
      </div>
      <p className={styles.percent}>{percentOf(winner)}</p>
      <div className={styles.share}>
        {winners.map((each) => {
          const name = localize(each.name);
          return (
            <Button
              key={each.tag}
              tone="ghost"
              aria-label={t('shareWinnerOf', { name })}
              onClick={() =>
                onShare({ nomination: nomination.tag, niche: category.tag, vote: each.tag }, winners.length > 1)
              }
            >
              {winners.length > 1 ? t('shareWinnerOf', { name }) : t('shareWinner')}
            </Button>
          );
        })}
      </div>
    </li>
  );
};
