import type { Tx } from '@laurel/database/client';

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
export type WriteDown = (tx: Tx, note: AuditNote, now: Date) => Promise<void>;
