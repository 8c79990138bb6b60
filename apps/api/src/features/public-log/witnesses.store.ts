import type { Queryable } from '@laurel/database/queryable';

/** A verified cosignature: `witness` is the verifier key, `line` has no newline. */
export type Cosigned = { size: number; witness: string; line: string; at: Date };

/** Stores a cosignature. Of each witness, a checkpoint keeps the first one. */
export const addCosignature = async (db: Queryable, { size, witness, line, at }: Cosigned): Promise<void> => {
  await db.query(
    'INSERT INTO log_cosignatures (size, witness, line, at) VALUES ($1, $2, $3, $4) ON CONFLICT (year, size, witness) DO NOTHING',
    [size, witness, line, at],
  );
};

/** The largest size that a witness cosigned, 0 if none. */
export const cosignedSize = async (db: Queryable, witness: string): Promise<number> => {
  const { rows } = await db.query<{ size: number }>(
    'SELECT coalesce(max(size), 0)::float8 AS size FROM log_cosignatures WHERE witness = $1',
    [witness],
  );
  return rows[0]?.size ?? 0;
};

/** The time of the oldest checkpoint after the newest one that a witness cosigned; null if it cosigned the newest. */
export const silentSince = async (db: Queryable, witness: string): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date | null }>(
    `SELECT min(at) AS at FROM log_checkpoints
      WHERE size > (SELECT coalesce(max(size), 0) FROM log_cosignatures WHERE witness = $1)`,
    [witness],
  );
  return rows[0]?.at ?? null;
};

/** Whether a witness cosigned the checkpoint of a size, requested by any process. */
export const hasCosignature = async (db: Queryable, size: number, witness: string): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM log_cosignatures WHERE size = $1 AND witness = $2) AS found',
    [size, witness],
  );
  return rows[0]?.found ?? false;
};
