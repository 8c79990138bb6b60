import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../i18n/problem-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './edition.module.css';
import type { Problem } from './types.ts';

type Props = { problems: readonly Problem[]; total: number; kind: 'problems' | 'warnings' };

/** The problems of an upload, or what is worth a look in it, by file, line and field. */
export const ProblemsTable = ({ problems, total, kind }: Props) => {
  const { t } = useTranslation('edition');
  const problemText = useProblemText();
  const columns = useMemo(
    (): Column<Problem & { key: string }>[] => [
      {
        id: 'file',
        title: t('problems.file'),
        lead: true,
        width: '8.5rem',
        sortBy: ({ file }) => file,
        cell: ({ file }) => <code translate="no">{file}</code>,
      },
      { id: 'line', title: t('problems.line'), align: 'end', sortBy: ({ line }) => line, cell: ({ line }) => line },
      {
        id: 'field',
        title: t('problems.field'),
        sortBy: ({ field }) => field,
        cell: ({ field }) => (field === '' ? t('problems.whole') : <code translate="no">{field}</code>),
      },
      { id: 'rule', title: t('problems.rule'), cell: problemText },
    ],
    [t, problemText],
  );
  const items = useMemo(() => problems.map((problem, place) => ({ ...problem, key: String(place) })), [problems]);
  return (
    <div className={styles.stack}>
      <Note tone={kind === 'problems' ? 'bad' : 'warn'}>{t(`${kind}.count`, { count: total })}</Note>
      <DataTable label={t(`${kind}.title`)} items={items} columns={columns} idOf={({ key }) => key} />
      {total > problems.length && <p className={styles.muted}>{t('problems.first', { count: problems.length })}</p>}
    </div>
  );
};
