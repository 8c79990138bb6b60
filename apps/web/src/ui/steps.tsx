import { createContext, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './steps.module.css';

/** What the journey is about, at the end of the line. */
export const StepsAbout = createContext<ReactNode>(undefined);

/** The user's position in a journey of several steps. */
export const Steps = ({ step, total }: { step: number; total: number }) => {
  const { t } = useTranslation('account');
  return (
    <div className={styles.steps}>
      <span>{t('stepOf', { step, total })}</span>
      <span className={styles.bars} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => index + 1).map((each) => (
          <i key={each} className={cx(each < step && styles.done, each === step && styles.now)} />
        ))}
      </span>
      {use(StepsAbout)}
    </div>
  );
};
