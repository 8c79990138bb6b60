import type { Queryable } from '@laurel/database/queryable';
import type { CodeTotal, Pace } from './spending.policy.ts';

/** What was sent and proven in the edition, the most first. */
export const readCodeTotals = async (db: Queryable): Promise<CodeTotal[]> =>
  (
    await db.query<CodeTotal>(
      `SELECT channel, calling_code AS country, sent, proven FROM phone_code_totals
        WHERE year = edition_year() AND sent > 0 ORDER BY sent DESC`,
    )
  ).rows;

export const readPace = async (db: Queryable, now: Date): Promise<Pace | undefined> =>
  (
    await db.query<Pace>(
      `SELECT min(hour) AS since, sum(count)::float8 AS all, coalesce(sum(count) FILTER (WHERE hour > $1::timestamptz - interval '1 day'), 0)::float8 AS day
         FROM activity_hours WHERE kind = 'sms_sent'
          AND hour >= coalesce((SELECT began_at - interval '1 hour' FROM years WHERE year = edition_year()), '-infinity')`,
      [now],
    )
  ).rows[0];
