import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_basic,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import type { TableProps } from './table-props.ts';
import { useRowWindow } from './use-row-window.ts';
import styles from './whole-table.module.css';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

/** A table with at most this many rows draws them all, and does not scroll by itself. */
const SHORT = 50;

/** The table that DataTable loads. */
export const WholeTable = <Item extends RowData>({
  label,
  items,
  columns,
  idOf,
  toneOf,
  total,
  onEnd,
}: TableProps<Item>) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Item> => ({
          id: column.id,
          accessorFn: (item) => column.sortBy?.(item) ?? '',
          enableSorting: column.sortBy !== undefined,
          sortFn: 'basic',
        }),
      ),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: items, getRowId: idOf });
  const { rows } = table.getRowModel();
  const long = rows.length > SHORT || onEnd !== undefined;
  const { indexes, above, below, nearEnd, measure } = useRowWindow({
    count: rows.length,
    enabled: long,
    scroller,
    keyOf: (index) => rows[index]?.id ?? String(index),
  });
  useEffect(() => {
    if (long && nearEnd) onEnd?.();
  }, [long, nearEnd, onEnd]);

  const line = (row: TableRow<typeof features, Item>, index: number) => (
    <tr
      key={row.id}
      data-index={index}
      aria-rowindex={long ? index + 2 : undefined}
      ref={long ? measure : undefined}
      className={cx(styles[toneOf?.(row.original) ?? 'plain'])}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          data-title={column.title}
          className={cx(styles[column.align ?? 'start'], column.lead && styles.lead)}
        >
          <div>{column.cell(row.original)}</div>
        </td>
      ))}
    </tr>
  );

  return (
    <section
      ref={scroller}
      className={cx(styles.scroller, long && styles.long)}
      aria-label={label}
      tabIndex={long ? 0 : undefined}
    >
      <table className={styles.table} aria-rowcount={long ? (total ?? rows.length) + 1 : undefined} aria-label={label}>
        <thead>
          <tr aria-rowindex={long ? 1 : undefined}>
            {table.getFlatHeaders().map((header, place) => {
              const column = columns[place];
              const sorted = header.column.getIsSorted();
              return (
                <th
                  key={header.id}
                  scope="col"
                  className={styles[column?.align ?? 'start']}
                  style={column?.width === undefined ? undefined : { width: column.width }}
                  aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                >
                  {header.column.getCanSort() ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={() => header.column.toggleSorting()}
                      title={t('sort')}
                    >
                      {column?.title}
                      <span aria-hidden="true" className={styles.arrow}>
                        {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '↕'}
                      </span>
                    </button>
                  ) : (
                    column?.title
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {!long && rows.map(line)}
          {long && <Space height={above} />}
          {long &&
            indexes.map((index) => {
              const row = rows[index];
              return row && line(row, index);
            })}
          {long && <Space height={below} />}
        </tbody>
      </table>
    </section>
  );
};

/** The height of the rows that are out of sight. */
const Space = ({ height }: { height: number }) =>
  height <= 0 ? null : (
    <tr className={styles.space}>
      <td style={{ height }} />
    </tr>
  );
