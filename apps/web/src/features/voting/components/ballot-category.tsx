import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/cx.ts';
import { DialogTitle } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './ballot-category.module.css';

/** A nominee of the ballot; `percent` only if it is published. */
export type BallotNominee = {
  readonly tag: string;
  readonly name: string;
  readonly logo: string;
  readonly percent: number | undefined;
};

type Props = {
  /** Above the title: the nomination, or how many nominees there are. */
  lead: string;
  title: string;
  nominees: readonly BallotNominee[];
  /** The nominee that is lit. */
  lit: string | undefined;
  /** Absent if nobody can be chosen. */
  onChoose: ((tag: string) => void) | undefined;
  /** News about the step before. */
  notice: string | undefined;
};

/** A category of the ballot, with its nominees as large logos. All of them can be chosen until the vote is cast. */
export const BallotCategory = ({ lead, title, nominees, lit, onChoose, notice }: Props) => {
  const most = Math.max(...nominees.map(({ percent = 0 }) => percent));
  return (
    <>
      <div className={styles.head}>
        {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
        <p>{lead}</p>
        <DialogTitle>{title}</DialogTitle>
      </div>
      <div className={styles.nominees} data-few={nominees.length <= 3 || undefined}>
        {nominees.map(({ tag, name, logo, percent }) => (
          <button
            type="button"
            key={tag}
            className={cx(styles.nominee, tag === lit && styles.lit, lit !== undefined && tag !== lit && styles.dim)}
            data-company={tag}
            aria-pressed={tag === lit}
            aria-disabled={!onChoose || undefined}
            onClick={() => onChoose?.(tag)}
          >
            <span className={styles.logo}>
              <img src={logo} alt="" width={150} height={150} />
            </span>
            <span className={styles.name}>{name}</span>
            {percent !== undefined && <Share percent={percent} most={most} />}
          </button>
        ))}
      </div>
    </>
  );
};

const Share = ({ percent, most }: { percent: number; most: number }) => {
  const { t } = useTranslation('nominations');
  const shown = formatPercent(percent, useLanguage());
  return (
    <span className={styles.share}>
      <span aria-hidden="true">{shown}%</span>
      <span className="visually-hidden">{t('share', { percent: shown })}</span>
      <i aria-hidden="true">
        <i style={{ width: `${(100 * percent) / most}%` }} />
      </i>
    </span>
  );
};
