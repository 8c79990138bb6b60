import type { Language } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { valueAt } from './apply-edits.ts';
import styles from './form.module.css';
import { useDraft } from './use-draft.ts';
import { useValueText } from './use-names.ts';
import { useStatus } from './use-status.ts';

const NOMINEE = /^nominations\.[^.]+\.categories\.[^.]+\.companies\.[^.]+(?=\.)/;
/** The name of a file says nothing. */
const FILE = /\.(?:logo|file)$/;

/** Below a field of a nominee that is live with another value: that it was changed, and what it was. */
export const Was = ({ field, language }: { field: string; language: Language | undefined }) => {
  const { t } = useTranslation('editor');
  const { live } = useDraft();
  const statusOf = useStatus();
  const textOf = useValueText();
  const nominee = NOMINEE.exec(field)?.[0];
  if (!live || nominee === undefined || statusOf(nominee) !== 'changed' || !statusOf(field)) return null;
  if (FILE.test(field)) return <p className={styles.was}>{t('was.changed')}</p>;
  return (
    <details className={styles.was}>
      <summary>
        {t('was.changed')} <span>{t('was.show')}</span>
      </summary>
      <p lang={language}>{textOf(valueAt(live, field))}</p>
    </details>
  );
};
