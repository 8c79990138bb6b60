import type { AuditEntry, ExportFormat } from '@laurel/contracts/console/calls/audit';
import { csvLine } from '@laurel/contracts/csv';
import type { AuditFilter, AuditRow } from './store.ts';

const CONSOLE = / \(console\)$/;

/** An entry as the console shows it. */
export const entryOf = ({ actor, at, ...row }: AuditRow): AuditEntry => ({
  ...row,
  at: at.toISOString(),
  person: actor.replace(CONSOLE, ''),
  place: CONSOLE.test(actor) ? 'console' : 'command',
});

/** The filters of a request, with times as texts. */
export type Filters = Omit<AuditFilter, 'from' | 'until'> & { from?: string | undefined; until?: string | undefined };

/** Converts the times of a request's filters. */
export const filterOf = ({ person, action, from, until }: Filters): AuditFilter => ({
  person,
  action,
  from: from === undefined ? undefined : new Date(from),
  until: until === undefined ? undefined : new Date(until),
});

/**
 * The format and filters of an export, for its entry in the audit log. The audit log refuses an "@", since it may be
 * part of an address.
 */
export const detailOf = (format: string, { person, action, from, until }: Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ format, person, action, from, until }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.replaceAll('@', ' ')]],
    ),
  );

const COLUMNS = ['id', 'at', 'person', 'place', 'action', 'subject', 'reason', 'detail'] as const;

const textOf = (value: AuditEntry[keyof AuditEntry]): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** The first line of an export. */
export const headOf = (format: ExportFormat): string => (format === 'csv' ? csvLine(COLUMNS) : '');

/** The line of an entry in an export. */
export const lineOf = (entry: AuditEntry, format: ExportFormat): string =>
  format === 'csv' ? csvLine(COLUMNS.map((column) => textOf(entry[column]))) : `${JSON.stringify(entry)}\n`;
