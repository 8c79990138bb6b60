import { useTranslation } from 'react-i18next';
import { openModal } from '../modals/store.ts';
import { Button } from '../ui/button.tsx';
import styles from './progress-pill.module.css';
import { useStanding } from './use-standing.ts';

/** The visitor's progress while voting is open, and the button for the next step. It stays at the bottom of the screen. */
const ProgressPill = () => {
  const { t } = useTranslation('voting');
  const standing = useStanding();
  if (!standing) return null;
  const { done, progress, label, next } = standing;
  return (
    <aside className={styles.pill} aria-label={t('standing.label')}>
      <i
        className={styles.ring}
        aria-hidden="true"
        style={{ background: `conic-gradient(var(--gold) ${100 * done}%, rgb(255 255 255 / 0.14) 0)` }}
      />
      {progress !== undefined && <span className={styles.count}>{progress}</span>}
      <Button onClick={() => openModal(next())}>{label}</Button>
    </aside>
  );
};

export default ProgressPill;
