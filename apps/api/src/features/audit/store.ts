import type { Db } from '@laurel/database/client';
import type { WriteDown } from '../../lib/audit.ts';

/** One line of the log. */
export type AuditEntry = {
  /** A bigint in decimal. */
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  detail: Record<string, unknown>;
};

/** Adds an entry; the application's role may do nothing else to the log. */
export const writeDown: WriteDown = async (tx, { actor, action, subject, reason, detail = {} }, now) => {
  await tx.$executeRaw`
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (${now}, ${actor}, ${action}, ${subject}, ${reason}, ${JSON.stringify(detail)}::jsonb)`;
};

/** The newest entries, newest first. */
export const readEntries = (db: Db, ask: { since: Date | null; limit: number }): Promise<AuditEntry[]> =>
  db.$queryRaw<AuditEntry[]>`
    SELECT id::text, at, actor, action, subject, reason, detail
      FROM audit_entries
     WHERE ${ask.since}::timestamptz IS NULL OR at >= ${ask.since}
     ORDER BY audit_entries.id DESC LIMIT ${ask.limit}`;
