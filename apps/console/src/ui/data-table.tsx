import type { RowData } from '@tanstack/react-table';
import { type ReactNode, Suspense, use } from 'react';
import { Loading } from './states.tsx';

export type Column<Item> = {
  id: string;
  title: string;
  cell(item: Item): ReactNode;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
  /** What the column is sorted by; without it the column can't be sorted. */
  sortBy?(item: Item): string | number;
  /** Whether it is the head of its card on a phone. */
  lead?: boolean;
  /** The CSS width of the column in a table that scrolls. */
  width?: string;
};

export type TableProps<Item> = {
  /** The table's name for screen readers. */
  label: string;
  items: readonly Item[];
  /** Keep it stable between renders: outside the component, or in useMemo. */
  columns: readonly Column<Item>[];
  idOf(item: Item): string;
  toneOf?(item: Item): 'warn' | 'bad' | 'current' | undefined;
  /** How many rows there are, if they load in parts. */
  total?: number | undefined;
  /** Asks for the next part when the last rows come near; undefined once there are no more. */
  onEnd?: (() => void) | undefined;
};

let loading: Promise<typeof import('./whole-table.tsx')> | undefined;

/** Loads the code of tables, once. */
const loadTable = () => {
  loading ??= import('./whole-table.tsx');
  return loading;
};

// Not React's lazy(), which loses the type of the items.
const Loaded = <Item extends RowData>(props: TableProps<Item>) => {
  const { WholeTable } = use(loadTable());
  return <WholeTable {...props} />;
};

/**
 * A table. A long one scrolls within itself below its head and draws only the rows in sight, so a million rows scroll. On a
 * phone its rows are cards. The caller shows Empty instead of a table without rows. The code of tables is no part of the
 * first load: it comes while the rows are asked for.
 */
export const DataTable = <Item extends RowData>(props: TableProps<Item>) => (
  <Suspense fallback={<Loading lines={Math.min(props.items.length, 8)} />}>
    <Loaded {...props} />
  </Suspense>
);
