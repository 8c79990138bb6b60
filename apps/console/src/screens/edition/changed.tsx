import { useTranslation } from 'react-i18next';
import styles from './edition.module.css';

/** How many characters to show before the first difference (LEAD), and of each text in all (SHOWN). */
const LEAD = 20;
const SHOWN = 160;

const excerpt = (text: string, from: number): string => {
  const start = Math.max(0, from - LEAD);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN)}${start + SHOWN < text.length ? '…' : ''}`;
};

/** The index at which two texts begin to differ. */
const differenceAt = (before: string, after: string): number => {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
};

/** A text from shortly before it begins to differ from another one. The server writes `none` for no text. */
export const Excerpt = ({ text, other }: { text: string; other: string }) => {
  const { t } = useTranslation('edition');
  return text === 'none' ? t('none') : excerpt(text, differenceAt(text, other));
};

/** A text before and after a change. */
export const Changed = ({ before, after }: { before: string; after: string }) => (
  <span className={styles.changed}>
    <del>
      <Excerpt text={before} other={after} />
    </del>{' '}
    <ins>
      <Excerpt text={after} other={before} />
    </ins>
  </span>
);
