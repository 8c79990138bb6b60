import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../i18n/problem-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import type { Column } from '../../ui/table-props.ts';
import { placeInEditor } from './change-words.ts';
import styles from './edition.module.css';
import type { Problem } from './types.ts';
import type { ChangeWords } from './use-change-words.ts';

type Props = {
  problems: readonly Problem[];
  total: number;
  kind: 'problems' | 'warnings';
  words: ChangeWords;
  /** The draft, if this person can edit it: its problems lead to the editor. Those of other uploads name the file and the line. */
  editable: number | undefined;
};

type Row = Problem & { key: string };

/** The problems of a draft, or what is worth a look in it. */
export const ProblemsTable = ({ problems, total, kind, words, editable }: Props) => {
  const { t } = useTranslation('edition');
  const problemText = useProblemText();
  const columns = useMemo((): Column<Row>[] => {
    const rule: Column<Row> = { id: 'rule', title: t('problems.rule'), cell: problemText };
    if (editable !== undefined) {
      const where = (row: Row): string => (row.field === '' ? row.file : words.fieldName(words.pathOf(row)));
      const link = (row: Row) => (
        <Link to="/edition/editor" search={{ draft: editable, at: placeInEditor(words.pathOf(row)) }}>
          {where(row)}
        </Link>
      );
      return [{ id: 'where', title: t('problems.where'), lead: true, width: '45%', sortBy: where, cell: link }, rule];
    }
    return [
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
      rule,
    ];
  }, [t, problemText, words, editable]);
  const items = useMemo(() => problems.map((problem, place) => ({ ...problem, key: String(place) })), [problems]);
  const count = kind === 'problems' && editable !== undefined ? 'problems.inEditor' : (`${kind}.count` as const);
  return (
    <div className={styles.stack}>
      <Note tone={kind === 'problems' ? 'bad' : 'warn'}>{t(count, { count: total })}</Note>
      <DataTable label={t(`${kind}.title`)} items={items} columns={columns} idOf={({ key }) => key} />
      {total > problems.length && <p className={styles.muted}>{t('problems.first', { count: problems.length })}</p>}
    </div>
  );
};
