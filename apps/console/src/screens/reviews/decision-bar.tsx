import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './reviews.module.css';
import type { Review, Verdict } from './types.ts';

const DECISIONS = [
  { verdict: 'reject', tone: 'danger', key: 'R' },
  { verdict: 'approve', tone: 'main', key: 'A' },
] as const;

/** The buttons of the two decisions, each with its key. On a phone they are within reach of a thumb. */
export const DecisionBar = ({ review, onDecide }: { review: Review; onDecide(verdict: Verdict): void }) => {
  const { t } = useTranslation('reviews');
  return (
    <div className={styles.bar}>
      {DECISIONS.map(({ verdict, tone, key }) => (
        <Button
          key={verdict}
          className={styles.decision}
          tone={tone}
          aria-keyshortcuts={key}
          onClick={() => onDecide(verdict)}
        >
          <span>
            {t(verdict)} <span className="visually-hidden">{review.tag}</span>
          </span>
          <span className={styles.key} aria-hidden="true">
            {key}
          </span>
        </Button>
      ))}
      <p id="review-keys" className={styles.keys}>
        {t('keys')}
      </p>
    </div>
  );
};
