import type { Db, Tx } from './client.ts';

/** Who performs an action and why; the reason is null if none is required. */
export type Organiser = { actor: string; reason: string | null };

/** An entry for the audit log. It identifies accounts by their ids only. */
export type AuditNote = Organiser & {
  /** Like `user.erase`. */
  action: string;
  /** Like `account 7d1f…`. */
  subject: string;
  detail?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Records an organiser's action in the same transaction as the action. */
export type RecordAudit = (tx: Tx, note: AuditNote, now: Date) => Promise<void>;

/** A stored entry of the audit log. */
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

/** Adds an entry. The application's role may not change the log in any other way. */
export const recordAudit: RecordAudit = async (tx, { actor, action, subject, reason, detail = {} }, now) => {
  await tx.$executeRaw`
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (${now}, ${actor}, ${action}, ${subject}, ${reason}, ${JSON.stringify(detail)}::jsonb)`;
};

/** The newest entries, newest first. */
export const readEntries = (db: Db, query: { since: Date | null; limit: number }): Promise<AuditEntry[]> =>
  db.$queryRaw<AuditEntry[]>`
    SELECT id::text, at, actor, action, subject, reason, detail
      FROM audit_log
     WHERE ${query.since}::timestamptz IS NULL OR at >= ${query.since}
     ORDER BY audit_log.id DESC LIMIT ${query.limit}`;
