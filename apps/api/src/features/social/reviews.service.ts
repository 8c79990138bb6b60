import type { Organiser, RecordAudit } from '@laurel/database/audit';
import type { Db, Transact } from '@laurel/database/client';
import type { Outbox } from '../../jobs/port.ts';
import type { Claims } from '../account/claims.port.ts';
import { REVIEW_ACTIONS, type UndoOutcome, undoableAt } from './reviews.policy.ts';
import { lockSubmission, type PastDecision, readDecisions, reopen } from './reviews.store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  claims: Pick<Claims, 'hold'>;
  outbox: Pick<Outbox, 'takeBack'>;
  recordAudit: RecordAudit;
};

export type Reviews = {
  /** Decisions of organisers and their undoing, newest first. */
  past(query: { since: Date | null; limit: number }): Promise<PastDecision[]>;
  /**
   * Undoes a decision that an organiser made less than a minute ago: the name is pending again, and its mail is not sent.
   * Votes cast since then stay; `undo_social_link` decides which account keeps the name.
   */
  undo(decision: { id: string; organiser: Organiser; now: Date }): Promise<UndoOutcome>;
};

/** Reads and undoes the decisions of organisers on Instagram names. */
export const createReviews = ({ db, transact, claims, outbox, recordAudit }: Deps): Reviews => ({
  past: (query) => readDecisions(db, query),
  undo: ({ id, organiser, now }) =>
    transact(async (tx): Promise<UndoOutcome> => {
      const submission = await lockSubmission(tx, id);
      if (!submission) return 'UNKNOWN';
      const { accountId, subjectHash: fingerprint, expiresAt: heldUntil } = submission;
      const [last] = await readDecisions(tx, { id, since: null, limit: 1 });
      const undoable = undoableAt(last, now);
      if (undoable !== 'yes') return undoable;
      const claim = { kind: 'instagram', fingerprint, accountId, heldUntil, now } as const;
      if (!(await claims.hold(tx, claim))) return 'TAKEN';
      await reopen(tx, submission, now);
      await outbox.takeBack(tx, id);
      await recordAudit(tx, { ...organiser, action: REVIEW_ACTIONS.undo, subject: `submission ${id}` }, now);
      return 'UNDONE';
    }),
});
