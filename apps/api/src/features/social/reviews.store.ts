import type { Db, Tx } from '@laurel/database/client';
import { announce } from '@laurel/database/events';

/** What an organiser did about an Instagram name, from the audit log. */
export type PastDecision = {
  /** The submission's. */
  id: string;
  tag: string;
  at: Date;
  actor: string;
  action: string;
  /** What it came to; null for what was undone. */
  outcome: string | null;
  reason: string | null;
};

/** What organisers did about Instagram names, or about one submission; the newest first. */
export const readDecisions = (
  db: Db | Tx,
  ask: { id?: string; since: Date | null; limit: number },
): Promise<PastDecision[]> =>
  db.$queryRaw<PastDecision[]>`
    SELECT r.id, r.tag, e.at, e.actor, e.action, e.detail->>'outcome' AS outcome, e.reason
      FROM audit_entries e JOIN social_requests r ON 'submission ' || r.id = e.subject
     WHERE e.action IN ('review.approve', 'review.reject', 'review.undo')
       AND (${ask.since}::timestamptz IS NULL OR e.at >= ${ask.since})
       AND (${ask.id ?? null}::uuid IS NULL OR r.id = ${ask.id ?? null}::uuid)
     ORDER BY e.id DESC LIMIT ${ask.limit}`;

/** A submission that was decided. */
type Submission = {
  id: string;
  accountId: string;
  subjectHash: Uint8Array;
  status: string;
  expiresAt: Date;
};

/**
 * Holds the account and its submission until the transaction ends, in the order in which every writer does; undefined where
 * there is no such submission, or its account is erased.
 */
export const holdSubmission = async (tx: Tx, id: string): Promise<Submission | undefined> => {
  // Before any row, as whatever changes who may vote does: no batch of votes is under way meanwhile.
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

/** Takes back the link that an approval made; one whose place it took stands again, as it did before. */
const undoLink = async (tx: Tx, { accountId, subjectHash }: Submission, now: Date): Promise<void> => {
  const [undone] = await tx.$queryRaw<{ verifiedAt: Date }[]>`
    SELECT verified_at AS "verifiedAt" FROM social_links
     WHERE account_id = ${accountId}::uuid AND provider = 'INSTAGRAM_SUBSCRIPTION' AND subject_hash = ${subjectHash}
       AND revoked_at IS NULL`;
  await tx.$executeRaw`
    SELECT undo_social_link(${accountId}::uuid, 'INSTAGRAM_SUBSCRIPTION', ${subjectHash}, ${now})`;
  if (!undone) return;
  // It was withdrawn in the transaction that made the other, and so at the same moment.
  await tx.$executeRaw`
    UPDATE social_links SET revoked_at = NULL
     WHERE id = (SELECT id FROM social_links
                  WHERE account_id = ${accountId}::uuid AND provider = 'INSTAGRAM_SUBSCRIPTION'
                    AND revoked_at = ${undone.verifiedAt} AND subject_hash <> ${subjectHash}
                  ORDER BY verified_at DESC LIMIT 1)`;
};

/** Has a submission wait for a decision again, and takes back the link that its approval made. */
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
