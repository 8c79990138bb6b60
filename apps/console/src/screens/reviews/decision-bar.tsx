import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { KeyButton } from '../../ui/key-button.tsx';
import styles from './reviews.module.css';
import type { Review, Verdict } from './types.ts';

const DECISIONS = [
  { verdict: 'reject', tone: 'danger', key: 'R' },
  { verdict: 'approve', tone: 'main', key: 'A' },
] as const;

type Props = {
  review: Review;
  /** Whether letters decide, too. */
  letters: boolean;
  onLetters(on: boolean): void;
  onDecide(verdict: Verdict): void;
};

/** The buttons of the two decisions, each with its key. On a phone they are within reach of a thumb. */
export const DecisionBar = ({ review, letters, onLetters, onDecide }: Props) => {
  const { t } = useTranslation('reviews');
  return (
    <div className={styles.bar}>
      {DECISIONS.map(({ verdict, tone, key }) => (
        <KeyButton
          key={verdict}
          className={styles.decision}
          tone={tone}
          letter={letters ? key : undefined}
          onClick={() => onDecide(verdict)}
        >
          <span>
            {t(verdict)} <span className="visually-hidden">{review.tag}</span>
          </span>
        </KeyButton>
      ))}
      <div className={styles.keys}>
        <p id="review-keys">{t(letters ? 'keys.on' : 'keys.off')}</p>
        <Button small tone="quiet" onClick={() => onLetters(!letters)}>
          {t(letters ? 'keys.switchOff' : 'keys.switchOn')}
        </Button>
      </div>
    </div>
  );
};
