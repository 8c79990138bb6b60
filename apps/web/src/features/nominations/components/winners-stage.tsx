import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { cx } from '../../../ui/cx.ts';
import type { Nomination } from '../flow.ts';
import { type Outcome, outcomesOf } from '../outcome.ts';
import { clearestFirst } from '../wins.ts';
import { StageIndex } from './stage-index.tsx';
import looks from './stage-looks.module.css';
import { looksOf, measuresOf } from './stage-looks.ts';
import { type OnShare, type Unknown, WinnerEntry } from './winner-entry.tsx';
import styles from './winners-stage.module.css';

type Props = {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
  /** The visitor's own votes. */
  votes: readonly Vote[];
  unknown: Unknown;
  onShare: OnShare;
};

/** How far from the height of the sun the first and the last of the other winners stand on its orbit: a part of the radius. */
const REACH = 0.83;

/** The winners of all categories: an act for each nomination, under an index of them that stays. */
export const WinnersStage = ({ nominations, statistics, votes, unknown, onShare }: Props) => {
  const acts = nominations.map((nomination) => clearestFirst(outcomesOf(nomination, statistics, votes)));
  const shown = looksOf(acts);
  return (
    <>
      <StageIndex nominations={nominations} />
      {nominations.map((nomination, index) => (
        <Act
          key={nomination.tag}
          nomination={nomination}
          place={index + 1}
          look={shown[index] ?? 'limb'}
          outcomes={acts[index] ?? []}
          unknown={unknown}
          onShare={onShare}
        />
      ))}
    </>
  );
};

type ActProps = {
  nomination: Nomination;
  place: number;
  look: ReturnType<typeof looksOf>[number];
  outcomes: readonly Outcome[];
  unknown: Unknown;
  onShare: OnShare;
};

/** A nomination: its clearest win large, and the winners of its other categories beside it. */
const Act = ({ nomination, place, look, outcomes: [lit, ...field], unknown, onShare }: ActProps) => {
  const { t } = useTranslation('winners');
  const localize = useLocalized();
  if (!lit) return null;
  const title = `winners-${nomination.tag}`;
  /** The angle of a place, in degrees: each is as far below the one before, so that no text runs into the next disc. */
  const turnOf = (index: number) =>
    field.length > 1 ? (Math.asin(((2 * index) / (field.length - 1) - 1) * REACH) * 180) / Math.PI : 0;
  return (
    <section
      className={cx(styles.act, looks.look, looks[look])}
      style={measuresOf(look)}
      id={`act-${nomination.tag}`}
      aria-labelledby={title}
    >
      <div className={cx('wrap', styles.inner)}>
        <div className={styles.head}>
          <span aria-hidden="true">{String(place).padStart(2, '0')}</span>
          <h3 id={title}>{localize(nomination.title)}</h3>
        </div>
        <div className={looks.system}>
          <WinnerEntry nomination={nomination} outcome={lit} unknown={unknown} lit onShare={onShare}>
            {field.length > 1 && field.every(({ known }) => known) && t('clearest', { count: field.length + 1 })}
          </WinnerEntry>
          {field.length > 0 && (
            <ul className={cx(styles.field, looks.field)}>
              {field.map((outcome, index) => (
                <li key={outcome.category.tag} style={{ '--turn': `${turnOf(index)}deg` }}>
                  <WinnerEntry nomination={nomination} outcome={outcome} unknown={unknown} onShare={onShare} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
};
