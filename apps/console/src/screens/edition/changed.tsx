import { useTranslation } from 'react-i18next';
import styles from './edition.module.css';

/** The characters to show before the first difference, and of each text. */
const LEAD = 20;
const SHOWN = 160;

const excerpt = (text: string, from: number): string => {
  const start = Math.max(0, from - LEAD);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN)}${start + SHOWN < text.length ? '…' : ''}`;
};

/** Where two texts begin to differ. */
const differenceAt = (before: string, after: string): number => {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
};

/** A text before and after, around where they differ. The server writes `none` for no text. */
export const Changed = ({ before, after }: { before: string; after: string }) => {
  const { t } = useTranslation('edition');
  const at = differenceAt(before, after);
  const shown = (text: string): string => (text === 'none' ? t('none') : excerpt(text, at));
  return (
    <span className={styles.changed}>
      <del>{shown(before)}</del> <ins>{shown(after)}</ins>
    </span>
  );
};
