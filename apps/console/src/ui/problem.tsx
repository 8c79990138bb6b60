import { useTranslation } from 'react-i18next';
import { meaningOf } from '../lib/provider-problem.ts';
import styles from './problem.module.css';

/** What a provider's words about a message mean, with the words themselves behind it. The texts of `problems` must be loaded. */
export const Problem = ({ words }: { words: string }) => {
  const { t } = useTranslation('problems');
  const { meaning, mayHaveArrived } = meaningOf(words);
  return (
    <details className={styles.problem}>
      <summary>
        {t(meaning)} {mayHaveArrived && t('mayHaveArrived')}
      </summary>
      <span lang="en" translate="no" className={styles.words}>
        {words}
      </span>
    </details>
  );
};
