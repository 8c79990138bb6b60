import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/cx.ts';
import { CrownIcon } from '../../../ui/icons.tsx';
import { isWin, type Rank } from '../flow.ts';
import styles from './score.module.css';

type Props = {
  percent: number;
  /** The rank of a first place. */
  rank: Rank | undefined;
};

/** A nominee's share of the votes, with a bar of light, and its rank if it is first. */
export const Score = ({ percent, rank }: Props) => {
  const { t } = useTranslation('nominations');
  const shown = formatPercent(percent, useLanguage());
  const won = isWin(rank);
  return (
    <div className={cx(styles.score, rank && styles.leads, won && styles.won)}>
      <p className={styles.percent}>
        <span aria-hidden="true">
          {shown}
          <i>%</i>
        </span>
        <span className="visually-hidden">{t('share', { percent: shown })}</span>
      </p>
      {rank && (
        <p className={styles.rank}>
          {won && <CrownIcon />}
          {t(`rank.${rank}`)}
        </p>
      )}
      <div className={styles.beam} aria-hidden="true">
        {/* Shifted by one more percent, so that a share of 0 % shows no bar. */}
        <i style={{ translate: `calc(var(--sign) * ${percent * 1.01 - 101}%) 0` }} />
      </div>
    </div>
  );
};
