import { useTranslation } from 'react-i18next';
import { PickList } from '../../ui/pick-list.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './reviews.module.css';
import type { Review } from './types.ts';

type Props = { reviews: readonly Review[]; current: string; onChoose(id: string): void };

/** The names that wait, the oldest first. On a phone only the current one is shown. */
export const Queue = ({ reviews, current, onChoose }: Props) => {
  const { t } = useTranslation('reviews');
  return (
    <PickList label={t('queue')} items={reviews} current={current} onChoose={onChoose} className={styles.queue}>
      {({ tag, submittedAt, taken, otherAccounts }) => (
        <>
          <span className={styles.tag} translate="no">
            @{tag}
          </span>
          <span className={styles.when}>
            {(taken || otherAccounts > 0) && <span className={styles.flag}>{t('flag')}</span>}
            <Time at={submittedAt} show="time" />
          </span>
        </>
      )}
    </PickList>
  );
};
