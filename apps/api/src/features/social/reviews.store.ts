import type { Db, Tx } from '@laurel/database/client';
import { announce } from '@laurel/database/events';

/** An action of an organiser on an Instagram name, from the audit log. */
export type PastDecision = {
  /** The id of the submission. */
  id: string;
  tag: string;
  at: Date;
  actor: string;
  action: string;
  /** The outcome of a decision; null for an undoing. */
  outcome: string | null;
  reason: string | null;
};

/** The actions of organisers on all Instagram names, or on one submission; newest first. */
export const readDecisions = (
  db: Db | Tx,
  query: { id?: string; since: Date | null; limit: number },
): Promise<PastDecision[]> =>
  db.$queryRaw<PastDecision[]>`
    SELECT r.id, r.tag, e.at, e.actor, e.action, e.detail->>'outcome' AS outcome, e.reason
      FROM audit_entries e JOIN social_requests r ON 'submission ' || r.id = e.subject
     WHERE e.action IN ('review.approve', 'review.reject', 'review.undo')
       AND (${query.since}::timestamptz IS NULL OR e.at >= ${query.since})
       AND (${query.id ?? null}::uuid IS NULL OR r.id = ${query.id ?? null}::uuid)
     ORDER BY e.id DESC LIMIT ${query.limit}`;

/** A decided submission. */
type Submission = {
  id: string;
  accountId: string;
  subjectHash: Uint8Array;
  status: string;
  expiresAt: Date;
};

/**
 * Locks the account and its submission until the transaction ends, in the common order; undefined if there is no such
 * submission, or its account is erased.
 */
export const lockSubmission = async (tx: Tx, id: string): Promise<Submission | undefined> => {
  // Before any row, like every change of eligibility: no batch of votes runs at the same time.
  await tx.$executeRaw`SELECT stop_ballots()`;
  await tx.$queryRaw`
    SELECT 1 FROM accounts a JOIN social_requests r ON r.account_id = a.id
     WHERE r.id = ${id}::uuid AND a.erased_at IS NULL FOR NO KEY UPDATE OF a`;
  const [row] = await tx.$queryRaw<Submission[]>`
    SELECT r.id, r.account_id AS "accountId", r.subject_hash AS "subjectHash", r.status, r.expires_at AS "expiresAt"
      FROM social_requests r JOIN accounts a ON a.id = r.account_id
     WHERE r.id = ${id}::uuid AND r.provider = 'INSTAGRAM_SUBSCRIPTION' AND r.subject_hash IS NOT NULL
       AND a.erased_at IS NULL FOR UPDATE OF r`;
  return row;
};

/** Removes the link that an approval created, and restores the link that it replaced. */
const undoLink = async (tx: Tx, { accountId, subjectHash }: Submission, now: Date): Promise<void> => {
  const [undone] = await tx.$queryRaw<{ verifiedAt: Date }[]>`
    SELECT verified_at AS "verifiedAt" FROM social_links
     WHERE account_id = ${accountId}::uuid AND provider = 'INSTAGRAM_SUBSCRIPTION' AND subject_hash = ${subjectHash}
       AND revoked_at IS NULL`;
  await tx.$executeRaw`
    SELECT undo_social_link(${accountId}::uuid, 'INSTAGRAM_SUBSCRIPTION', ${subjectHash}, ${now})`;
  if (!undone) return;
  // It was withdrawn in the transaction that created the other, so its time is the same.
  await tx.$executeRaw`
    UPDATE social_links SET revoked_at = NULL
     WHERE id = (SELECT id FROM social_links
                  WHERE account_id = ${accountId}::uuid AND provider = 'INSTAGRAM_SUBSCRIPTION'
                    AND revoked_at = ${undone.verifiedAt} AND subject_hash <> ${subjectHash}
                  ORDER BY verified_at DESC LIMIT 1)`;
};

/** Makes a submission pending again, and removes the link that its approval created. */
export const reopen = async (tx: Tx, submission: Submission, now: Date): Promise<void> => {
  const { id, status } = submission;
  if (status === 'VERIFIED') await undoLink(tx, submission, now);
  const rows = await tx.$queryRaw<{ topic: string }[]>`
    WITH changed AS (
      UPDATE social_requests SET status = 'IN_PROGRESS', decided_at = NULL WHERE id = ${id}::uuid
      RETURNING id, event_hash
    ), logged AS (
      INSERT INTO verification_logs (request_id, status, created_at) SELECT id, 'IN_PROGRESS', ${now} FROM changed
    )
    SELECT encode(event_hash, 'hex') AS topic FROM changed`;
  for (const { topic } of rows) await announce(tx, { kind: 'verification', topic });
};
