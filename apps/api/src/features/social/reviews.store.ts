import type { Language } from '@laurel/contracts/languages';
import type { Organiser } from '@laurel/database/audit';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { Bytes } from '../../crypto/keyring.ts';
import { CLAIM_HOLD_MS, CLAIM_REST_MS } from '../../limits.ts';
import type { ReviewOutcome } from './policy.ts';
import type { UndoOutcome } from './reviews.policy.ts';

/** A pending name with the facts for a decision. The address is not masked yet, and the code is sealed. */
export type Pending = {
  id: string;
  tag: string;
  proofCode: Uint8Array | null;
  submittedAt: Date;
  expiresAt: Date;
  /** The names that the account has submitted so far. */
  tries: number;
  /** The other accounts that have submitted this name. */
  otherAccounts: number;
  /** Whether another account has proven this name. */
  taken: boolean;
  accountId: string;
  email: string;
  language: string;
  accountCreatedAt: Date;
  emailProven: boolean;
  twoFactorReady: boolean;
  phoneProven: boolean;
  telegramProven: boolean;
  suspended: boolean;
};

/** Pending Instagram names, the oldest first. @param query.after the id to continue after; null for the first page */
export const readPending = (
  db: Db,
  { after: last, limit, now }: { after: string | null; limit: number; now: Date },
): Promise<Pending[]> =>
  db.$queryRaw<Pending[]>`
    SELECT r.id, r.tag, r.proof_code AS "proofCode", r.created_at AS "submittedAt", r.expires_at AS "expiresAt",
           (SELECT count(*)::int FROM social_requests o WHERE o.account_id = r.account_id AND o.provider = r.provider) AS tries,
           (SELECT count(DISTINCT o.account_id)::int FROM social_requests o
             WHERE o.subject_hash = r.subject_hash AND o.provider = r.provider AND o.account_id <> r.account_id) AS "otherAccounts",
           EXISTS (SELECT FROM social_links l WHERE l.provider = r.provider AND l.subject_hash = r.subject_hash
                      AND l.account_id <> r.account_id) AS taken,
           a.id AS "accountId", a.email, a.language, a.created_at AS "accountCreatedAt",
           a.email_verified_at IS NOT NULL AS "emailProven", a.totp_confirmed_at IS NOT NULL AS "twoFactorReady",
           a.suspended_at IS NOT NULL AS suspended,
           EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS "phoneProven",
           EXISTS (SELECT FROM social_links l WHERE l.account_id = a.id AND l.provider = 'TELEGRAM_SUBSCRIPTION'
                      AND l.revoked_at IS NULL) AS "telegramProven"
      FROM social_requests r JOIN accounts a ON a.id = r.account_id
     WHERE r.provider = 'INSTAGRAM_SUBSCRIPTION' AND r.decided_at IS NULL AND r.expires_at > ${now}
       AND (${last}::uuid IS NULL
            OR (r.created_at, r.id) > (SELECT c.created_at, c.id FROM social_requests c WHERE c.id = ${last}::uuid))
     ORDER BY r.created_at, r.id LIMIT ${limit}`;

/** How many Instagram names wait for a decision. */
export const countPending = async (db: Db, now: Date): Promise<number> => {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM social_requests
     WHERE provider = 'INSTAGRAM_SUBSCRIPTION' AND decided_at IS NULL AND expires_at > ${now}`;
  return row?.waiting ?? 0;
};

/** The submission with this event id. */
export const findSubmission = async (db: Db, eventHash: Bytes): Promise<string | undefined> =>
  (await db.socialRequest.findUnique({ where: { eventHash }, select: { id: true } }))?.id;

/** The result of a decision, and the user to notify. Without a tag nothing was decided. */
export type Decided =
  | {
      outcome: Extract<ReviewOutcome, 'VERIFIED' | 'NOT_VERIFIED' | 'TAG_USED'>;
      tag: string;
      accountId: string;
      name: string;
      email: string;
      language: Language;
      phoneVerified: boolean;
    }
  | { outcome: Extract<ReviewOutcome, 'DECIDED' | 'EXPIRED' | 'UNKNOWN'>; tag: null };

/** Decides a submission once, with its entry in the audit log. */
export const decideSubmission = async (
  tx: Tx,
  { id, approved, organiser, now }: { id: string; approved: boolean; organiser: Organiser; now: Date },
): Promise<Decided> => {
  const [row] = await tx.$queryRaw<Decided[]>`
    SELECT outcome, tag, account AS "accountId", holder AS name, email, language, phone_verified AS "phoneVerified"
      FROM decide_review(${id}::uuid, ${approved}, ${organiser.actor}, ${organiser.reason}, ${now})`;
  return row ?? { outcome: 'UNKNOWN', tag: null };
};

/** Makes a submission pending again, with its entry in the audit log, and removes its mail from the queue. */
export const undoDecision = async (
  db: Tx,
  { id, organiser, now }: { id: string; organiser: Organiser; now: Date },
): Promise<UndoOutcome> => {
  const [row] = await db.$queryRaw<{ outcome: UndoOutcome }[]>`
    SELECT undo_review(${id}::uuid, ${after(now, -CLAIM_HOLD_MS)}, ${after(now, -CLAIM_REST_MS)}, ${organiser.actor},
                       ${organiser.reason}, ${now}) AS outcome`;
  return row?.outcome ?? 'UNKNOWN';
};
