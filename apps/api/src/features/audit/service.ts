import type { AuditEntry, ExportFormat } from '@laurel/contracts/console/calls/audit';
import type { Queryable } from '@laurel/database/queryable';
import { detailOf, entryOf, type Filters, filterOf, headOf, lineOf } from './policy.ts';
import { findEntries, readNames, recordExport } from './store.ts';

/** How many entries an export reads at once. */
const BATCH = 1_000;

/** Creates the service for the audit log, which lists what organisers did in the console and with the command. */
export const createAudit = ({ db }: { db: Queryable }) => ({
  list: async ({
    after,
    limit,
    ...filters
  }: Filters & { after?: string | undefined; limit: number }): Promise<{
    entries: AuditEntry[];
    next: string | null;
  }> => {
    const rows = await findEntries(db, filterOf(filters), { after, newestFirst: true, limit });
    return { entries: rows.map(entryOf), next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
  },

  names: () => readNames(db),

  /**
   * Records the export, then returns the lines of the log, the oldest first. They do not include the entry of this
   * export.
   */
  export: async (
    filters: Filters & { format: ExportFormat },
    { actor, reason }: { actor: string; reason: string },
    now: Date,
  ): Promise<AsyncIterable<string>> => {
    const { format } = filters;
    const filter = filterOf(filters);
    const [last] = await findEntries(db, {}, { after: undefined, newestFirst: true, limit: 1 });
    await recordExport(db, { actor, reason, detail: detailOf(format, filters) }, now);
    const lines = async function* (): AsyncIterable<string> {
      yield headOf(format);
      let after: string | undefined = '0';
      while (after !== undefined) {
        const rows = await findEntries(db, filter, { after, newestFirst: false, limit: BATCH });
        const own = rows.filter(({ id }) => BigInt(id) <= BigInt(last?.id ?? 0));
        yield own.map((row) => lineOf(entryOf(row), format)).join('');
        after = own.length === BATCH ? own.at(-1)?.id : undefined;
      }
    };
    return lines();
  },
});
export type Audit = ReturnType<typeof createAudit>;
