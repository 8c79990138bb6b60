import type { Organiser, RecordAudit } from '@laurel/database/audit';
import type { Db, Transact } from '@laurel/database/client';
import type { Outbox } from '../../jobs/port.ts';
import type { Claims } from '../account/claims.port.ts';
import { REVIEW_ACTIONS, type UndoOutcome, undoableAt } from './reviews.policy.ts';
import { holdSubmission, type PastDecision, readDecisions, reopen } from './reviews.store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  claims: Pick<Claims, 'hold'>;
  outbox: Pick<Outbox, 'takeBack'>;
  recordAudit: RecordAudit;
};

export type Reviews = {
  /** What organisers decided and undid, the newest first. */
  past(ask: { since: Date | null; limit: number }): Promise<PastDecision[]>;
  /**
   * Undoes a decision that an organiser made less than a minute ago: the name waits for a decision again, and its mail does
   * not leave. Votes that were cast meanwhile stay; `undo_social_link` decides whose the name is then.
   */
  undo(ask: { id: string; organiser: Organiser; now: Date }): Promise<UndoOutcome>;
};

/** What organisers look up and take back of their decisions on Instagram names. */
export const createReviews = ({ db, transact, claims, outbox, recordAudit }: Deps): Reviews => ({
  past: (ask) => readDecisions(db, ask),
  undo: ({ id, organiser, now }) =>
    transact(async (tx): Promise<UndoOutcome> => {
      const submission = await holdSubmission(tx, id);
      if (!submission) return 'UNKNOWN';
      const { accountId, subjectHash: fingerprint, expiresAt: heldUntil } = submission;
      const [last] = await readDecisions(tx, { id, since: null, limit: 1 });
      const verdict = undoableAt(last, now);
      if (verdict !== 'yes') return verdict;
      const claim = { kind: 'instagram', fingerprint, accountId, heldUntil, now } as const;
      if (!(await claims.hold(tx, claim))) return 'TAKEN';
      await reopen(tx, submission, now);
      await outbox.takeBack(tx, id);
      await recordAudit(tx, { ...organiser, action: REVIEW_ACTIONS.undo, subject: `submission ${id}` }, now);
      return 'UNDONE';
    }),
});
