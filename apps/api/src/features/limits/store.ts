import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../lib/clock.ts';
import type { LimitRule } from '../../lib/identity.ts';

/**
 * Charges one point in one statement: false, and no change, where the window is full. A window that has ended begins
 * again. PostgreSQL re-checks the WHERE against the row as the last committed charge left it, so that no number of
 * concurrent charges exceeds the limit.
 */
export const chargePoint = async (db: Db | Tx, key: string, rule: LimitRule, now: Date): Promise<boolean> => {
  const charged = await db.$executeRaw`
    INSERT INTO rate_limits AS r (key, points, expires_at) VALUES (${key}, 1, ${after(now, rule.windowMs)})
    ON CONFLICT (key) DO UPDATE
       SET points = CASE WHEN r.expires_at <= ${now} THEN 1 ELSE r.points + 1 END,
           expires_at = CASE WHEN r.expires_at <= ${now} THEN excluded.expires_at ELSE r.expires_at END
     WHERE r.expires_at <= ${now} OR r.points < ${rule.limit}`;
  return charged === 1;
};

/** When the counter's window ends. */
export const windowEnd = async (db: Db | Tx, key: string): Promise<Date | undefined> =>
  (await db.rateLimit.findUnique({ where: { key }, select: { expiresAt: true } }))?.expiresAt;

/** Takes one point back in the window that is running. */
export const refundPoint = async (db: Db | Tx, key: string, now: Date): Promise<void> => {
  await db.$executeRaw`
    UPDATE rate_limits SET points = points - 1 WHERE key = ${key} AND expires_at > ${now} AND points > 0`;
};

export const deleteCounter = async (db: Db | Tx, key: string): Promise<void> => {
  await db.$executeRaw`DELETE FROM rate_limits WHERE key = ${key}`;
};
