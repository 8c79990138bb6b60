import type { Language } from '@laurel/contracts/languages';
import type { Queryable } from '@laurel/database/queryable';
import type { ObjectionClaim } from '../../crypto/objection-tokens.ts';

/** A decision as the page of an objection shows it. */
export type ConcernedDecision = { reason: Record<Language, string>; undone: boolean; objected: boolean };

/**
 * Reads the decision that a claim is about; undefined if it was never applied, or the account does not exist or was
 * erased.
 */
export const readConcerned = async (
  db: Queryable,
  { exclusion, accountId }: ObjectionClaim,
): Promise<ConcernedDecision | undefined> =>
  (
    await db.query<ConcernedDecision>(
      `SELECT x.public_reason AS reason, x.undone_at IS NOT NULL AS undone,
              EXISTS (SELECT FROM objections o WHERE o.exclusion_id = x.id AND o.account_id = a.id) AS objected
         FROM all_exclusions x, accounts a
        WHERE x.id = $1 AND x.applied_at IS NOT NULL AND a.id = $2 AND a.erased_at IS NULL`,
      [exclusion, accountId],
    )
  ).rows[0];

/**
 * Stores an objection.
 * @returns false, and stores nothing, if the person made one before or was erased, or the decision was taken back
 */
export const insertObjection = async (
  db: Queryable,
  { exclusion, accountId }: ObjectionClaim,
  text: string,
  now: Date,
): Promise<boolean> => {
  // The account is locked, so that nothing is stored about a person who is being erased.
  const { rowCount } = await db.query(
    `INSERT INTO objections (exclusion_id, account_id, text, made_at)
     SELECT x.id, a.id, $3, $4
       FROM all_exclusions x, (SELECT id FROM accounts WHERE id = $2 AND erased_at IS NULL FOR KEY SHARE) a
      WHERE x.id = $1 AND x.applied_at IS NOT NULL AND x.undone_at IS NULL
     ON CONFLICT (exclusion_id, account_id) DO NOTHING`,
    [exclusion, accountId, text, now],
  );
  return rowCount === 1;
};
