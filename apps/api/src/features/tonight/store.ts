import type { Queryable } from '@laurel/database/queryable';
import type { Begun, Bucket } from './policy.ts';

/** The kinds of events that `readSums` counts, as an array of PostgreSQL. */
const KINDS = `'{votes,first_votes,registered,email_verified,two_factor,phone_verified,social_verified}'` as const;

/** The numbers that may change each second. One statement reads them. */
export type Live = {
  votes: number;
  recordedUntil: Date | null;
  sockets: number;
  processes: number;
  smsLastHour: number;
  queueDead: number;
  queueOldestSeconds: number | null;
};

// A process writes its row every few seconds, by the database's clock. Jobs that run in a day or later do not count.
const LIVE = `
  SELECT (SELECT coalesce(sum(t.count), 0)::float8 FROM categories c JOIN nominees n ON n.category_id = c.id JOIN tally_totals t ON t.nominee_id = n.id) AS votes,
         (SELECT recorded_until FROM activity_progress) AS "recordedUntil",
         p.sockets, p.processes,
         (SELECT count(*)::float8 FROM sms_charges WHERE channel IN ('sms', 'voice') AND refunded_at IS NULL
             AND charged_at > $1::timestamptz - interval '1 hour' AND charged_at <= $1) AS "smsLastHour",
         q.dead AS "queueDead", q.oldest AS "queueOldestSeconds"
    FROM (SELECT coalesce(sum(sockets), 0)::float8 AS sockets, count(*)::float8 AS processes FROM processes
           WHERE seen_at > clock_timestamp() - interval '20 seconds') p,
         (SELECT count(*) FILTER (WHERE attempts >= max_attempts)::float8 AS dead,
                 max(extract(epoch FROM clock_timestamp() - run_at)) FILTER (WHERE attempts < max_attempts AND run_at < clock_timestamp())::float8 AS oldest
            FROM graphile_worker.jobs WHERE run_at < clock_timestamp() + interval '1 day') q`;

export const readLive = async (db: Queryable, now: Date): Promise<Live> => {
  const [live] = (await db.query<Live>(LIVE, [now])).rows;
  if (!live) throw new Error('the query returned no row');
  return live;
};

/** The first hour in which anything happened. */
export const firstHour = async (db: Queryable): Promise<Date | undefined> => {
  const { rows } = await db.query<{ hour: Date | null }>('SELECT min(hour) AS hour FROM activity_hours');
  return rows[0]?.hour ?? undefined;
};

const HOUR_SECONDS = 3_600;
/** The table expression with the counts for steps of this length, by minute or by hour. */
const tableOf = (stepSeconds: number): string =>
  stepSeconds < HOUR_SECONDS ? 'activity' : '(SELECT kind, hour AS minute, count FROM activity_hours) hours';

/** The counts since a time, by kind and step. */
export const readBuckets = async (
  db: Queryable,
  kinds: readonly string[],
  since: Date,
  stepSeconds: number,
): Promise<Bucket[]> =>
  (
    await db.query<Bucket>(
      `SELECT kind, date_bin(make_interval(secs => $3), minute, '2000-01-01T00:00:00Z') AS at, sum(count)::float8 AS count
         FROM ${tableOf(stepSeconds)} WHERE kind = ANY($1) AND minute >= $2 GROUP BY 1, 2`,
      [kinds, since, stepSeconds],
    )
  ).rows;

/** The sum of each kind since a time. */
export const readSums = async (db: Queryable, since: Date, stepSeconds: number): Promise<Map<string, number>> => {
  const { rows } = await db.query<{ kind: string; count: number }>(
    `SELECT kind, sum(count)::float8 AS count FROM ${tableOf(stepSeconds)} WHERE kind = ANY(${KINDS}) AND minute >= $1 GROUP BY kind`,
    [since],
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
};

/** The people with a vote, and the votes of the last closed minute. */
export const readVoters = async (db: Queryable): Promise<{ voters: number; lastMinute: number }> => {
  const { rows } = await db.query<{ voters: number; lastMinute: number }>(
    `SELECT (SELECT coalesce(sum(count), 0)::float8 FROM activity_hours
               WHERE kind = 'first_votes' AND hour >= coalesce((SELECT began_at - interval '1 hour' FROM years WHERE year = edition_year()), '-infinity')) AS voters,
            coalesce((SELECT count::float8 FROM activity WHERE kind = 'votes'
                         AND minute = (SELECT recorded_until FROM activity_progress) - interval '1 minute'), 0) AS "lastMinute"`,
  );
  return rows[0] ?? { voters: 0, lastMinute: 0 };
};

export const readBegun = async (db: Queryable): Promise<Begun> => {
  const [begun] = (
    await db.query<Begun>(
      `SELECT has_votes() AS voted, (SELECT count(*)::int FROM editions) AS versions,
              (SELECT count(*)::int FROM nominees WHERE withdrawn_at IS NULL) AS nominees,
              (SELECT count(*)::int FROM team_members WHERE role = 'owner' AND removed_at IS NULL) AS owners,
              EXISTS (SELECT FROM messages WHERE kind = 'mail' AND state = 'sent') AS mail,
              EXISTS (SELECT FROM messages WHERE kind = 'sms' AND state = 'sent') AS sms,
              EXISTS (SELECT FROM audit_entries WHERE action = 'backup.drill' AND detail @> '{"succeeded": true}') AS restored`,
    )
  ).rows;
  if (!begun) throw new Error('the query returned no row');
  return begun;
};
