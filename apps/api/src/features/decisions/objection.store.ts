import type { Language } from '@laurel/contracts/languages';
import type { Queryable } from '@laurel/database/queryable';
import type { ObjectionClaim } from '../../crypto/objection-tokens.ts';

/** A decision as the page of an objection shows it. */
export type ConcernedDecision = { reason: Record<Language, string>; undone: boolean; objected: boolean };

/** Reads the decision that a claim is about; undefined if the account was erased. */
export const readConcerned = async (
  db: Queryable,
  { exclusion, accountId }: ObjectionClaim,
): Promise<ConcernedDecision | undefined> =>
  (
    await db.query<ConcernedDecision>(
      `SELECT x.public_reason AS reason, x.undone_at IS NOT NULL AS undone,
              EXISTS (SELECT FROM objections o WHERE o.exclusion_id = x.id AND o.account_id = a.id) AS objected
         FROM exclusions x, accounts a
        WHERE x.id = $1 AND x.applied_at IS NOT NULL AND a.id = $2 AND a.erased_at IS NULL`,
      [exclusion, accountId],
    )
  ).rows[0];

/**
 * Stores an objection, unless the person made one before, was erased, or the decision was taken back.
 * @returns false then
 */
export const insertObjection = async (
  db: Queryable,
  { exclusion, accountId }: ObjectionClaim,
  text: string,
  now: Date,
): Promise<boolean> => {
  // The account is locked, so that nothing is stored of somebody who is erased meanwhile.
  const { rowCount } = await db.query(
    `INSERT INTO objections (exclusion_id, account_id, text, made_at)
     SELECT x.id, a.id, $3, $4
       FROM exclusions x, (SELECT id FROM accounts WHERE id = $2 AND erased_at IS NULL FOR KEY SHARE) a
      WHERE x.id = $1 AND x.applied_at IS NOT NULL AND x.undone_at IS NULL
     ON CONFLICT (exclusion_id, account_id) DO NOTHING`,
    [exclusion, accountId, text, now],
  );
  return rowCount === 1;
};
