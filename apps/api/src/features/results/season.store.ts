import type { Season } from '@laurel/contracts/console/calls/season';
import type { CostTotal } from '@laurel/contracts/console/calls/tonight';
import type { Queryable } from '@laurel/database/queryable';

/** The current season begins with the switch to its edition; the first one with everything that is stored. */
const SINCE = `coalesce((SELECT began_at - interval '1 hour' FROM years WHERE year = edition_year()), '-infinity')`;

/** How often something happened on a day. */
export type DayCount = { day: string; kind: string; count: number };

/** What happened by day, in a time zone. */
export const readDays = async (db: Queryable, zone: string): Promise<DayCount[]> =>
  (
    await db.query<DayCount>(
      `SELECT to_char(hour AT TIME ZONE $1, 'YYYY-MM-DD') AS day, kind, sum(count)::float8 AS count FROM activity_hours
        WHERE hour >= ${SINCE} GROUP BY 1, 2 ORDER BY 1`,
      [zone],
    )
  ).rows;

export type SentCount = Omit<Season['messages'][number], 'cost'> & CostTotal;

/** The messages by kind, country and currency. */
export const readSent = async (db: Queryable): Promise<SentCount[]> =>
  (
    await db.query<SentCount>(
      `SELECT kind, nullif(calling_code, '') AS country, currency, sum(sent)::float8 AS sent, sum(failed)::float8 AS failed,
              sum(cost_micros)::float8 AS micros
         FROM message_totals WHERE hour >= ${SINCE} GROUP BY kind, calling_code, currency
        ORDER BY kind, sum(sum(sent)) OVER (PARTITION BY kind, calling_code) DESC, calling_code, currency`,
    )
  ).rows;

type ExclusionRow = Omit<Season['exclusions'][number], 'appliedAt' | 'undoneAt'> & {
  appliedAt: Date;
  undoneAt: Date | null;
};

/** The exclusions that were ever applied, with the objections to them. */
export const readDecided = async (db: Queryable): Promise<ExclusionRow[]> =>
  (
    await db.query<ExclusionRow>(
      `SELECT e.id AS number, e.public_reason AS reason, e.votes, e.voters AS people, e.applied_at AS "appliedAt", e.undone_at AS "undoneAt",
              count(o.id)::int AS objections, count(o.answered_at)::int AS answered
         FROM exclusions e LEFT JOIN objections o ON o.exclusion_id = e.id
        WHERE e.applied_at IS NOT NULL
        GROUP BY e.id, e.public_reason, e.votes, e.voters, e.applied_at, e.undone_at ORDER BY e.applied_at`,
    )
  ).rows;

/** The moves of the phases. */
export const readMoves = async (db: Queryable): Promise<{ at: Date; by: string; reason: string | null }[]> =>
  (
    await db.query<{ at: Date; by: string; reason: string | null }>(
      `SELECT at, actor AS by, reason FROM audit_entries WHERE action = 'phase.set' AND at >= ${SINCE} ORDER BY id`,
    )
  ).rows;
