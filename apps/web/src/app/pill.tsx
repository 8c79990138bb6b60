import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pill.module.css';

type Props = {
  /** How much is done, from 0 to 1. */
  done: number;
  /** The progress in words. */
  text?: string;
  /** The button for the next step. */
  children: ReactNode;
};

/** The visitor's progress. It stays at the bottom of the screen. */
export const Pill = ({ done, text, children }: Props) => {
  const { t } = useTranslation('page');
  return (
    <aside className={styles.pill} aria-label={t('pill.label')}>
      <i
        className={styles.ring}
        aria-hidden="true"
        style={{ background: `conic-gradient(var(--gold) ${100 * done}%, rgb(255 255 255 / 0.14) 0)` }}
      />
      {text !== undefined && <span className={styles.count}>{text}</span>}
      {children}
    </aside>
  );
};
