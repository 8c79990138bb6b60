import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { LimitRule } from './port.ts';

/**
 * Charges one point in one statement; returns false, without a change, if the window is full. A window that has ended starts
 * again. PostgreSQL re-checks the WHERE against the last committed row, so concurrent charges never exceed the limit.
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

/**
 * Charges one point to each of several counters, as `chargePoint` does; returns the charged keys. Rows are locked in
 * the order of their keys, as in `refundPoints`, so that calls do not deadlock.
 */
export const chargePoints = async (
  db: Db | Tx,
  charges: readonly { key: string; rule: LimitRule }[],
  now: Date,
): Promise<string[]> => {
  const keys = charges.map(({ key }) => key);
  const limits = charges.map(({ rule }) => rule.limit);
  const seconds = charges.map(({ rule }) => rule.windowMs / 1000);
  const charged = await db.$queryRaw<{ key: string }[]>`
    WITH asked AS (
      SELECT * FROM unnest(${keys}::text[], ${limits}::int4[], ${seconds}::float8[]) AS a (key, points, seconds)
    )
    INSERT INTO rate_limits AS r (key, points, expires_at)
    SELECT key, 1, ${now}::timestamptz + make_interval(secs => seconds) FROM asked ORDER BY key
    ON CONFLICT (key) DO UPDATE
       SET points = CASE WHEN r.expires_at <= ${now} THEN 1 ELSE r.points + 1 END,
           expires_at = CASE WHEN r.expires_at <= ${now} THEN excluded.expires_at ELSE r.expires_at END
     WHERE r.expires_at <= ${now} OR r.points < (SELECT points FROM asked WHERE asked.key = r.key)
    RETURNING r.key`;
  return charged.map(({ key }) => key);
};

/** When the counter's window ends. */
export const windowEnd = async (db: Db | Tx, key: string): Promise<Date | undefined> =>
  (await db.rateLimit.findUnique({ where: { key }, select: { expiresAt: true } }))?.expiresAt;

/** Refunds one point to each counter in its current window. */
export const refundPoints = async (db: Db | Tx, keys: readonly string[], now: Date): Promise<void> => {
  await db.$executeRaw`
    UPDATE rate_limits r SET points = r.points - 1
      FROM (SELECT key FROM rate_limits WHERE key = ANY(${[...keys]}) ORDER BY key FOR UPDATE) held
     WHERE r.key = held.key AND r.expires_at > ${now} AND r.points > 0`;
};

/** Deletes a counter, or all counters under a key that ends with a colon. */
export const deleteCounter = async (db: Db | Tx, key: string): Promise<void> => {
  await db.$executeRaw`DELETE FROM rate_limits WHERE key = ${key} OR (right(${key}, 1) = ':' AND starts_with(key, ${key}))`;
};
