import type pg from 'pg';
import { MAX_SKEW_MS } from '../../limits.ts';

/**
 * The difference between the database's clock and `now`, milliseconds. The time of the query and the wait for a
 * connection do not count.
 */
export const clockSkewMs = async (pool: pg.Pool, now: () => Date): Promise<number> => {
  const before = now().getTime();
  const { rows } = await pool.query<{ at: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at',
  );
  const after = now().getTime();
  const at = rows[0]?.at ?? before;
  return Math.max(0, before - at, at - after);
};

/** Whether this process's clock agrees with the database's, to a second. */
export const isDatabaseTime = async (pool: pg.Pool, now: () => Date): Promise<boolean> =>
  (await clockSkewMs(pool, now)) <= MAX_SKEW_MS;

/** A job is overdue when no worker took it for this long after its time. A retry during an outage has a later time. */
const OVERDUE_MS = 5 * 60_000;

/**
 * The jobs in the queue. An overdue job is also counted as waiting. A dead job has no attempt left, and is not waiting.
 */
export type QueueCounts = { waiting: number; overdue: number; dead: number };

/** A job that is due later than this is not counted as waiting. */
const SOON = "interval '1 day'";

/**
 * Whether a job is that of a message that was given up. It stays in the queue for a week, so that organisers can have
 * the message sent again.
 */
const IS_GIVEN_UP = `EXISTS (
  SELECT FROM messages m
   WHERE m.id = CASE WHEN j.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN j.key::uuid END AND m.state = 'given_up')`;

/** Counts the jobs. @param machineNow the time of the machine's clock, which the queue uses */
export const countJobs = async (pool: pg.Pool, machineNow: Date): Promise<QueueCounts> => {
  const { rows } = await pool.query<QueueCounts>(
    `SELECT count(*) FILTER (WHERE q.waits)::int AS waiting,
            count(*) FILTER (WHERE q.waits AND q.run_at < $2 AND q.locked_at IS NULL)::int AS overdue,
            count(*) FILTER (WHERE q.is_dead)::int AS dead
       FROM (SELECT j.run_at, j.locked_at, j.attempts >= j.max_attempts AS is_dead,
                    j.attempts < j.max_attempts AND j.run_at < $1::timestamptz + ${SOON} AND NOT ${IS_GIVEN_UP} AS waits
               FROM graphile_worker.jobs j) q`,
    [machineNow, new Date(machineNow.getTime() - OVERDUE_MS)],
  );
  return rows[0] ?? { waiting: 0, overdue: 0, dead: 0 };
};

/** Metrics that are read from the database, besides those of the queue. */
export type Figures = {
  /** Text messages charged and not refunded in the last hour. */
  smsCharged: number;
  databaseBytes: number;
};

/** Reads the figures in one statement. */
export const readFigures = async (pool: pg.Pool, now: Date): Promise<Figures> => {
  const { rows } = await pool.query<Figures>(
    `SELECT (SELECT count(*)::int FROM sms_charges
              WHERE channel IN ('sms', 'voice') AND charged_at > $1::timestamptz - interval '1 hour' AND charged_at <= $1
                AND refunded_at IS NULL) AS "smsCharged",
            pg_database_size(current_database())::float8 AS "databaseBytes"`,
    [now],
  );
  const [figures] = rows;
  if (!figures) throw new Error('the query returned no figures');
  return figures;
};

/** Reads the replication slots: how many are inactive (`away`), and the bytes of WAL retained for the slowest one. */
export const readReceivers = async (pool: pg.Pool): Promise<{ away: number; heldBytes: number }> => {
  const { rows } = await pool.query<{ away: number; heldBytes: number }>(
    `SELECT count(*) FILTER (WHERE NOT active)::int AS away,
            coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 AS "heldBytes"
       FROM pg_replication_slots WHERE NOT temporary`,
  );
  return rows[0] ?? { away: 0, heldBytes: 0 };
};
