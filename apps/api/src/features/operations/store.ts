import type pg from 'pg';

/** How far the database's clock is from the given moment, milliseconds. */
export const clockSkewMs = async (pool: pg.Pool, now: Date): Promise<number> => {
  const { rows } = await pool.query<{ skew: number }>(
    'SELECT extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8 * 1000 AS skew',
    [now],
  );
  return Math.abs(rows[0]?.skew ?? 0);
};

/** A process whose clock differs from the database's by more than this can't be trusted: the clock decides phases, and what is expired. */
const MAX_SKEW_MS = 1_000;

/** Whether a moment read from this process's clock is the database's, too. */
export const isDatabaseTime = async (pool: pg.Pool, now: Date): Promise<boolean> =>
  (await clockSkewMs(pool, now)) <= MAX_SKEW_MS;

/** A job is overdue that nobody took for so long; one that is to be tried again later is not. */
const OVERDUE_MS = 5 * 60_000;

/** What only the database knows of how Laurel fares. */
export type Figures = {
  jobsWaiting: number;
  jobsOverdue: number;
  jobsDead: number;
  /** Text messages charged, and not given back, in the hour before. */
  smsCharged: number;
  databaseBytes: number;
};

/** Reads the figures in one statement. The queue runs by the machine's clock, all else by the one clock. */
export const readFigures = async (pool: pg.Pool, now: Date, machineNow: Date): Promise<Figures> => {
  const { rows } = await pool.query<Figures>(
    `SELECT count(*)::int AS "jobsWaiting",
            count(*) FILTER (WHERE run_at < $2 AND locked_at IS NULL AND attempts < max_attempts)::int AS "jobsOverdue",
            count(*) FILTER (WHERE attempts >= max_attempts)::int AS "jobsDead",
            (SELECT count(*)::int FROM sms_charges
              WHERE charged_at > $1::timestamptz - interval '1 hour' AND charged_at <= $1 AND refunded_at IS NULL) AS "smsCharged",
            pg_database_size(current_database())::float8 AS "databaseBytes"
       FROM graphile_worker.jobs`,
    [now, new Date(machineNow.getTime() - OVERDUE_MS)],
  );
  const [figures] = rows;
  if (!figures) throw new Error('the database gave no figures');
  return figures;
};

/** Replication slots: how many nobody reads, and how much WAL is kept for the one that is furthest behind, in bytes. */
export const readReceivers = async (pool: pg.Pool): Promise<{ away: number; heldBytes: number }> => {
  const { rows } = await pool.query<{ away: number; heldBytes: number }>(
    `SELECT count(*) FILTER (WHERE NOT active)::int AS away,
            coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 AS "heldBytes"
       FROM pg_replication_slots WHERE NOT temporary`,
  );
  return rows[0] ?? { away: 0, heldBytes: 0 };
};
