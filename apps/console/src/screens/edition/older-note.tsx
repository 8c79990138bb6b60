import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Changed } from './changed.tsx';
import styles from './edition.module.css';
import type { Draft } from './types.ts';

type Older = NonNullable<Draft['older']>;

/** Says that a draft was made from an older version, and shows what it takes back of the changes since. */
export const OlderNote = ({ older: { version, undone, undoneTotal } }: { older: Older }) => {
  const { t } = useTranslation('edition');
  const columns = useMemo(
    (): Column<Older['undone'][number]>[] => [
      {
        id: 'field',
        title: t('difference.field'),
        lead: true,
        cell: ({ field }) => <code translate="no">{field}</code>,
      },
      { id: 'change', title: t('older.change'), cell: (change) => <Changed {...change} /> },
    ],
    [t],
  );
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
