import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { Time } from '../../ui/time.tsx';
import styles from './reviews.module.css';
import type { Review } from './types.ts';

type Props = { reviews: readonly Review[]; current: string; onChoose(id: string): void };

/** The names that wait, the oldest first. On a phone only the current one is shown. */
export const Queue = ({ reviews, current, onChoose }: Props) => {
  const { t } = useTranslation('reviews');
  const list = useRef<HTMLUListElement>(null);
  // Moves the focus to the current name if it is in the list, or if the element that had it was removed.
  useEffect(() => {
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-review="${current}"]`);
    button?.scrollIntoView({ block: 'nearest' });
    const focused = document.activeElement;
    if (focused === document.body || list.current?.contains(focused)) button?.focus({ preventScroll: true });
  }, [current]);
  return (
    <ul ref={list} className={styles.queue} aria-label={t('queue')}>
      {reviews.map(({ id, tag, submittedAt, taken, otherAccounts }) => (
        <li key={id}>
          <button
            type="button"
            data-review={id}
            className={cx(styles.item, id === current && styles.current)}
            aria-current={id === current || undefined}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <span className={styles.tag} translate="no">
              @{tag}
            </span>
            <span className={styles.when}>
              {(taken || otherAccounts > 0) && <span className={styles.flag}>{t('flag')}</span>}
              <Time at={submittedAt} show="time" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
