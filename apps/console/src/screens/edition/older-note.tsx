import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { useChangeColumns } from './change-columns.tsx';
import styles from './edition.module.css';
import type { Draft } from './types.ts';
import type { ChangeWords } from './use-change-words.ts';

type Props = { older: NonNullable<Draft['older']>; words: ChangeWords };

/** Says that a draft was made from an older version, and shows what it takes back of the changes since. */
export const OlderNote = ({ older: { version, undone, undoneTotal }, words }: Props) => {
  const { t } = useTranslation('edition');
  const columns = useChangeColumns(words, t('older.change'));
  if (undoneTotal === 0) return <Note>{t('older.nothing', { version })}</Note>;
  return (
    <div className={styles.stack}>
      <h3 className={styles.part}>{t('older.title')}</h3>
      <Note tone="warn">{t('older.undone', { version, count: undoneTotal })}</Note>
      <DataTable label={t('older.title')} items={undone} columns={columns} idOf={({ field }) => field} />
      {undoneTotal > undone.length && <p className={styles.muted}>{t('difference.first', { count: undone.length })}</p>}
    </div>
  );
};
