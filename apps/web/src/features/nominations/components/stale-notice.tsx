import { useTranslation } from 'react-i18next';
import styles from './stale-notice.module.css';

/** Notes that the percentages are the last known ones. */
export const StaleNotice = () => {
  const { t } = useTranslation('nominations');
  return (
    <p className={styles.stale} role="status">
      {t('stale')}
    </p>
  );
};
