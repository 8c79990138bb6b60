import type { Db, Tx } from './client.ts';

/** Who does something, and why (null where no reason is asked for). */
export type Organiser = { actor: string; reason: string | null };

/** What the audit log keeps of one thing that an organiser did. It names an account by its id, and nobody otherwise. */
export type AuditNote = Organiser & {
  /** Like `user.erase`. */
  action: string;
  /** Like `account 7d1f…`. */
  subject: string;
  detail?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Writes down what an organiser does, in the transaction that does it: both stand, or neither. */
export type RecordAudit = (tx: Tx, note: AuditNote, now: Date) => Promise<void>;

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
export const recordAudit: RecordAudit = async (tx, { actor, action, subject, reason, detail = {} }, now) => {
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
