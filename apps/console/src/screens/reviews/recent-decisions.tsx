import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyButton } from '../../ui/key-button.tsx';
import styles from './reviews.module.css';
import type { Recent } from './types.ts';

const SECOND_MS = 1_000;

/** Counts down the whole seconds until a moment, given in milliseconds since 1970. */
const useSecondsUntil = (until: number): number => {
  const left = (): number => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds(left()), SECOND_MS / 4);
    return () => window.clearInterval(timer);
  });
  return seconds;
};

const OneDecision = ({ decision, hasKey, onUndo }: { decision: Recent; hasKey: boolean; onUndo(): void }) => {
  const { t } = useTranslation('reviews');
  const seconds = useSecondsUntil(decision.until);
  const { tag } = decision.review;
  return (
    <li className={styles.made}>
      <p>{t(`said.${decision.verdict}`, { tag })}</p>
      <KeyButton small letter={hasKey ? 'U' : undefined} onClick={onUndo}>
        <span>
          {t('undo')} <span className="visually-hidden">{tag}</span>
        </span>
        <span aria-hidden="true">{seconds}</span>
      </KeyButton>
    </li>
  );
};

type Props = { recent: readonly Recent[]; letters: boolean; onUndo(decision: Recent): void };

/** The decisions of the last seconds, each with a button that takes it back while it counts down. */
export const RecentDecisions = ({ recent, letters, onUndo }: Props) => {
  const { t } = useTranslation('reviews');
  const newest = recent.at(-1);
  return (
    <section aria-label={t('recent')}>
      <ul aria-live="polite" aria-relevant="additions">
        {recent.map((decision) => (
          <OneDecision
            key={decision.review.id}
            decision={decision}
            hasKey={letters && decision === newest}
            onUndo={() => onUndo(decision)}
          />
        ))}
      </ul>
    </section>
  );
};
