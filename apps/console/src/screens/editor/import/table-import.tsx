import { type TableField, uploadTable } from '@laurel/contracts/console/calls/editor';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useDraft } from '../use-draft.ts';
import { ColumnMap } from './column-map.tsx';
import type { GivenTable, TableAnswer } from './given-table.ts';
import styles from './import.module.css';
import { TableOutcome } from './table-outcome.tsx';

type Props = { table: GivenTable; within: string | undefined; onClose(): void };

/** A table of nominees: what its columns hold, what will happen, and then into the draft. */
export const TableImport = ({ table, within, onClose }: Props) => {
  const { t } = useTranslation('editor-import');
  const { id, refresh } = useDraft();
  const [answer, setAnswer] = useState<TableAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(true);
  /** Counts the calls: an answer to an earlier choice of columns is not shown. */
  const turn = useRef(0);
  const { name = t('table.pasted'), headed } = table;
  const [file, setFile] = useState(table.file);

  const send = async (columns?: TableAnswer['columns'], apply = false) => {
    turn.current += 1;
    const own = turn.current;
    setBusy(true);
    setFailure(undefined);
    try {
      const query = {
        name,
        ...(apply ? { apply: 'true' as const } : {}),
        ...(columns ? { columns: columns.map((column) => column ?? '').join(',') } : {}),
        ...(within === undefined ? {} : { within }),
      };
      let { data } = await call(uploadTable, { params: { id }, query, file });
      if (headed && !columns && !data.columns.some((column) => column?.startsWith('name'))) {
        setFile(headed);
        ({ data } = await call(uploadTable, { params: { id }, query, file: headed }));
      }
      if (own !== turn.current) return;
      setAnswer(data);
      if (data.applied) {
        const { added, changed, wanted } = data;
        const said = t('table.said', { count: added + changed });
        showToast(wanted.length === 0 ? said : `${said}. ${t('outcome.wanted', { count: wanted.length })}`);
        refresh();
        onClose();
      }
    } catch (error) {
      if (own === turn.current) setFailure(error);
    }
    if (own === turn.current) setBusy(false);
  };

  useEffect(() => void send(), []);

  const choose = (place: number, field: TableField | null) => {
    if (!answer) return;
    // A field is in one column.
    const columns = answer.columns.map((each, index) => (index === place ? field : each === field ? null : each));
    setAnswer({ ...answer, columns });
    void send(columns);
  };
  const count = answer ? answer.added + answer.changed : 0;
  const title =
    answer && t(table.name === undefined ? 'table.pastedTitle' : 'table.titleOf', { count: answer.rows, name });
  const above = file === headed ? 1 : 0;
  return (
    <Dialog title={title ?? t('table.reading')} wide={answer !== undefined} onClose={onClose} closable={!busy}>
      {answer ? (
        <div className={styles.import}>
          {answer.columns.length > 0 && <ColumnMap answer={answer} named={above === 0} busy={busy} onChoose={choose} />}
          <TableOutcome answer={answer} above={above} busy={busy} />
        </div>
      ) : (
        busy && <Loading lines={4} />
      )}
      {failure !== undefined && <Failure error={failure} onRetry={() => send(answer?.columns)} busy={busy} />}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        {answer && (
          <Button tone="main" busy={busy} disabled={count === 0} onClick={() => void send(answer.columns, true)}>
            {t('table.apply', { count })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
