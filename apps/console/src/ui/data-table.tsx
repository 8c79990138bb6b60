import type { RowData } from '@tanstack/react-table';
import { Suspense, use } from 'react';
import { Loading } from './states.tsx';
import type { TableProps } from './table-props.ts';

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
 * A table. A long one scrolls below its head and draws only the rows in sight, so that even a million rows scroll. On a
 * phone its rows are cards. The caller shows Empty instead of a table without rows. The code of tables loads with the
 * first table, not with the first load of a screen.
 */
export const DataTable = <Item extends RowData>(props: TableProps<Item>) => (
  <Suspense fallback={<Loading lines={Math.min(props.items.length, 8)} />}>
    <Loaded {...props} />
  </Suspense>
);
