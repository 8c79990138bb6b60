import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../lib/busy.ts';
import styles from './loader.module.css';

/** Covers the screen while the page is busy. Its live region stays, so that screen readers announce the change. */
export const Loader = () => {
  const { busy } = useBusy();
  const { t } = useTranslation();
  return createPortal(
    <div aria-live="polite">
      {busy && (
        <div className={styles.loader} data-loader>
          <i className={styles.ring} />
          <span className="visually-hidden">{t('loading')}</span>
        </div>
      )}
    </div>,
    document.body,
  );
};
