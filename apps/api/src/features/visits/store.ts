import type { VisitStep } from '@laurel/contracts/console/calls/visits';
import type { Queryable } from '@laurel/database/queryable';

/** How often a step was taken on a day from a campaign. */
export type VisitCount = { campaign: string; step: VisitStep; count: number };

/** The most campaigns of a day. Those that come later count as `other`, so that nobody can fill the table. */
const MAX_CAMPAIGNS = 500;

// Each row is locked in the same order by all processes.
const ADD = `
  WITH known AS (SELECT DISTINCT campaign FROM visits WHERE day = $1::date),
       added AS (
         SELECT CASE WHEN a.campaign = '' OR EXISTS (SELECT FROM known k WHERE k.campaign = a.campaign)
                       OR (SELECT count(*) FROM known) < $5 THEN a.campaign ELSE 'other' END AS campaign, a.step, a.count
           FROM unnest($2::text[], $3::text[], $4::int[]) a (campaign, step, count))
  INSERT INTO visits (day, campaign, step, count)
  SELECT $1::date, campaign, step, sum(count) FROM added GROUP BY campaign, step ORDER BY campaign, step
  ON CONFLICT (day, campaign, step) DO UPDATE SET count = visits.count + excluded.count`;

/** Adds counts to those of a day. */
export const addVisits = async (db: Queryable, day: Date, counts: readonly VisitCount[]): Promise<void> => {
  await db.query(ADD, [
    day.toISOString().slice(0, 10),
    counts.map(({ campaign }) => campaign),
    counts.map(({ step }) => step),
    counts.map(({ count }) => count),
    MAX_CAMPAIGNS,
  ]);
};

/** The counts since a day, by campaign and step. */
export const readVisits = async (db: Queryable, since: Date): Promise<VisitCount[]> =>
  (
    await db.query<VisitCount>(
      'SELECT campaign, step, sum(count)::float8 AS count FROM visits WHERE day >= $1::date GROUP BY 1, 2',
      [since.toISOString().slice(0, 10)],
    )
  ).rows;

/** What a campaign brought in the last sixty days, by day, the newest first: views, and people who signed up or logged in after one. */
export const readBrought = async (
  db: Queryable,
  campaign: string,
  now: Date,
): Promise<{ day: string; views: number; begun: number }[]> =>
  (
    await db.query<{ day: string; views: number; begun: number }>(
      `SELECT day::text, coalesce(sum(count) FILTER (WHERE step = 'views'), 0)::float8 AS views,
              coalesce(sum(count) FILTER (WHERE step IN ('registered', 'logins')), 0)::float8 AS begun
         FROM visits WHERE campaign = $1 AND day > $2::date - 60 GROUP BY 1 ORDER BY 1 DESC`,
      [campaign, now],
    )
  ).rows;
