import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './reviews.module.css';
import type { Review, Verdict } from './types.ts';

/** The two decisions: at the thumb on a phone. The key of each is beside it. */
export const DecisionBar = ({ review, onDecide }: { review: Review; onDecide(verdict: Verdict): void }) => {
  const { t } = useTranslation('reviews');
  const { tag } = review;
  return (
    <div className={styles.bar}>
      <Button
        className={styles.decision}
        tone="danger"
        aria-label={t('rejectNamed', { tag })}
        onClick={() => onDecide('reject')}
      >
        {t('reject')} <kbd className={styles.key}>R</kbd>
      </Button>
      <Button
        className={styles.decision}
        tone="main"
        aria-label={t('approveNamed', { tag })}
        onClick={() => onDecide('approve')}
      >
        {t('approve')} <kbd className={styles.key}>A</kbd>
      </Button>
      <p id="review-keys" className={styles.keys}>
        {t('keys')}
      </p>
    </div>
  );
};
