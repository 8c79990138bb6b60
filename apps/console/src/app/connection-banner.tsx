import { useTranslation } from 'react-i18next';
import { useConnection } from '../lib/connection.ts';
import { Time } from '../ui/time.tsx';
import styles from './connection-banner.module.css';

/** Says that the server does not answer or can't work, and from when the numbers on the screen are. */
export const ConnectionBanner = () => {
  const { t } = useTranslation();
  const { state, answeredAt } = useConnection();
  return (
    <div role="status">
      {state !== 'good' && (
        <p className={styles.banner}>
          {t(`connection.${state}`)}
          {answeredAt !== undefined && (
            <>
              {' '}
              {t('connection.since')} <Time at={answeredAt} show="seconds" />
            </>
          )}
        </p>
      )}
    </div>
  );
};
