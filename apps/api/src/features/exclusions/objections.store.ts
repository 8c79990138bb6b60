import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

/** An objection with its account; the address is not masked yet. */
export type StoredObjection = {
  id: number;
  accountId: string;
  email: string;
  text: string;
  madeAt: Date;
  answer: string | null;
  answeredAt: Date | null;
  answeredBy: string | null;
};

/** The objections to an exclusion after an id, the oldest first. */
export const readObjections = async (
  db: Queryable,
  { exclusion, after, limit }: { exclusion: number; after: number; limit: number },
): Promise<StoredObjection[]> =>
  (
    await db.query<StoredObjection>(
      `SELECT o.id, o.account_id AS "accountId", a.email, o.text, o.made_at AS "madeAt", o.answer, o.answered_at AS "answeredAt",
              o.answered_by AS "answeredBy"
         FROM objections o JOIN accounts a ON a.id = o.account_id
        WHERE o.exclusion_id = $1 AND o.id > $2 AND a.erased_at IS NULL
        ORDER BY o.id LIMIT $3`,
      [exclusion, after, limit],
    )
  ).rows;

/**
 * Answers an objection once, and queues the mail.
 * @returns false if it was answered before or does not exist
 */
export const storeAnswer = async (
  db: Queryable,
  { id, answer, organiser, now }: { id: number; answer: string; organiser: Organiser; now: Date },
): Promise<boolean> => {
  const { rows } = await db.query<{ done: boolean }>('SELECT answer_objection($1, $2, $3, $4, $5) AS done', [
    id,
    answer,
    organiser.actor,
    organiser.reason,
    now,
  ]);
  return rows[0]?.done ?? false;
};

export const hasObjection = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.query('SELECT FROM objections WHERE id = $1', [id])).rowCount === 1;
