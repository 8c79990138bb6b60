import type pg from 'pg';

/** How far the database's clock is from the given moment, milliseconds. */
export const clockSkewMs = async (pool: pg.Pool, now: Date): Promise<number> => {
  const { rows } = await pool.query<{ skew: number }>(
    'SELECT extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8 * 1000 AS skew',
    [now],
  );
  return Math.abs(rows[0]?.skew ?? 0);
};

/** Jobs that wait to be run. */
export const waitingJobs = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM graphile_worker.jobs');
  return rows[0]?.waiting ?? 0;
};

/** Text messages charged, and not given back, in the hour before `now`. */
export const smsChargedInHour = async (pool: pg.Pool, now: Date): Promise<number> => {
  const { rows } = await pool.query<{ charged: number }>(
    `SELECT count(*)::int AS charged FROM sms_charges
      WHERE charged_at > $1::timestamptz - interval '1 hour' AND charged_at <= $1 AND refunded_at IS NULL`,
    [now],
  );
  return rows[0]?.charged ?? 0;
};
