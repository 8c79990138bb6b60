import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/table-props.ts';
import { effectOf } from './change-words.ts';
import { Changed } from './changed.tsx';
import styles from './edition.module.css';
import type { Difference } from './types.ts';
import type { ChangeWords } from './use-change-words.ts';

type Change = Difference['changes'][number];

/** The columns of a table of changes: each in words with what it does to votes, and its values. @param title of the values */
export const useChangeColumns = (words: ChangeWords, title: string): Column<Change>[] => {
  const { t } = useTranslation('edition');
  return useMemo(
    () => [
      {
        id: 'field',
        title: t('difference.what'),
        lead: true,
        width: '45%',
        cell: (change) => {
          const effect = effectOf(change.field);
          return (
            <>
              {words.sentence(change)}
              {effect !== 'none' && <small className={styles.effect}>{t(`words.effect.${effect}`)}</small>}
            </>
          );
        },
      },
      {
        id: 'change',
        title,
        cell: (change) => {
          const values = words.values(change);
          return values && <Changed {...values} />;
        },
      },
    ],
    [t, words, title],
  );
};
