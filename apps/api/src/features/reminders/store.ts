import { REMINDER_STEPS, type ReminderStep } from '@laurel/contracts/console/calls/messages';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';

import type { Language } from '@laurel/contracts/languages';
import type { Db, Tx } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import type { Due } from './policy.ts';

/** A person who stopped, and the step that comes next. */
type Recipient = { accountId: string; name: string; email: string; language: Language; step: ReminderStep };

/** Ends reminders for good. */
export const storeRefusal = async (db: Db, accountId: string): Promise<void> => {
  await db.$executeRaw`UPDATE accounts SET no_reminders = true WHERE id = ${accountId}::uuid AND erased_at IS NULL`;
};

/**
 * Claims the next people for a reminder and returns them: the primary key lets each have one of a kind and year. Nobody gets
 * two within half a day, and nobody whose mails were refused, or whose Instagram name waits for the organisers.
 */
export const claimRecipients = async (
  tx: Tx,
  { kind, since, until, now, limit }: Due & { now: Date; limit: number },
): Promise<Recipient[]> => {
  const claimed = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO reminders (account_id, year, kind, step, sent_at)
    SELECT a.id, edition_year(), ${kind},
           CASE WHEN a.email_verified_at IS NULL THEN 'email'
                WHEN a.totp_confirmed_at IS NULL THEN 'two_factor'
                WHEN NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) THEN 'phone'
                WHEN NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id AND s.revoked_at IS NULL) THEN 'social'
                ELSE 'vote' END, ${now}
      FROM accounts a
     WHERE a.id IN (SELECT h.account_id FROM client_hints h WHERE h.created_at > ${since} AND h.created_at <= ${until})
       AND NOT EXISTS (SELECT FROM client_hints h WHERE h.account_id = a.id AND h.created_at > ${until})
       AND a.erased_at IS NULL AND a.suspended_at IS NULL AND NOT a.no_reminders
       AND NOT EXISTS (SELECT FROM reminders r WHERE r.account_id = a.id AND r.year = edition_year()
                                                 AND (r.kind = ${kind} OR r.sent_at > ${now}::timestamptz - interval '12 hours'))
       AND NOT EXISTS (SELECT FROM votes v JOIN categories c ON c.id = v.category_id WHERE v.voter_id = a.voter_id)
       AND NOT EXISTS (SELECT FROM messages m WHERE m.account_id = a.id AND m.kind = 'mail' AND m.given_up_why IN ('refused', 'tries'))
       AND NOT EXISTS (SELECT FROM social_requests q WHERE q.account_id = a.id AND q.status = 'IN_PROGRESS')
     LIMIT ${limit}
    ON CONFLICT DO NOTHING
    RETURNING account_id AS id`;
  // Read after the insert, whose foreign key waits for an erasure and makes a later one wait.
  return tx.$queryRaw`
    SELECT a.id AS "accountId", a.name, a.email, a.language, r.step
      FROM accounts a JOIN reminders r ON r.account_id = a.id AND r.year = edition_year() AND r.kind = ${kind}
     WHERE a.id = ANY (${claimed.map(({ id }) => id)}::uuid[]) AND a.erased_at IS NULL AND a.suspended_at IS NULL AND NOT a.no_reminders`;
};

/** What the reminders of a step brought. */
export type Brought = { step: ReminderStep; sent: number; cameBack: number; voted: number };

/** What the reminders of the edition brought by step, in steps that show no single person. */
export const readBrought = async (db: Queryable): Promise<Brought[]> => {
  const { rows } = await db.query<Brought>(
    `SELECT step, count(*)::int4 / $1 * $1 AS sent, count(*) FILTER (WHERE came OR voted)::int4 / $1 * $1 AS "cameBack",
            count(*) FILTER (WHERE voted)::int4 / $1 * $1 AS voted
       FROM (SELECT r.step,
                    EXISTS (SELECT FROM client_hints h WHERE h.account_id = r.account_id AND h.created_at > r.sent_at) AS came,
                    EXISTS (SELECT FROM voter_ids i JOIN votes v ON v.voter_id = i.voter_id JOIN categories c ON c.id = v.category_id
                             WHERE i.account_id = r.account_id AND v.cast_at > r.sent_at) AS voted
               FROM reminders r WHERE r.year = edition_year()) reminded
      GROUP BY step ORDER BY array_position($2::text[], step)`,
    [FEW_PEOPLE, REMINDER_STEPS],
  );
  return rows;
};
