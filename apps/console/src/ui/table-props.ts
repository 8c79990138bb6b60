import type { ReactNode } from 'react';

export type Column<Item> = {
  id: string;
  title: string;
  cell(item: Item): ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** The value that the column is sorted by; without it the column can't be sorted. */
  sortBy?(item: Item): string | number;
  /** Whether the cell is the head of the row's card on a phone. */
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
  /** Loads the next part when the last rows are almost in sight; undefined once there are no more parts. */
  onEnd?: (() => void) | undefined;
};
