import { useTranslation } from 'react-i18next';
import { meaningOf } from '../lib/provider-problem.ts';
import styles from './problem.module.css';

/** What a provider's words about a message mean, with the words themselves behind it. */
export const Problem = ({ words }: { words: string }) => {
  const { t } = useTranslation();
  const { meaning, mayHaveArrived } = meaningOf(words);
  return (
    <details className={styles.problem}>
      <summary>
        {t(`problems.${meaning}`)} {mayHaveArrived && t('problems.mayHaveArrived')}
      </summary>
      <span lang="en" translate="no" className={styles.words}>
        {words}
      </span>
    </details>
  );
};
