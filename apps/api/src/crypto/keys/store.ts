import type pg from 'pg';
import type { Bytes } from '../keyring.ts';

/** The kinds of sealed values. */
export const SEALED_KINDS = [
  'keys',
  'two-factor secrets',
  'pending two-factor secrets',
  'Instagram codes',
  'messages',
] as const;
export type SealedKind = (typeof SEALED_KINDS)[number];

/** A sealed value and the id of its row. */
export type SealedRow = { id: string; sealed: Bytes };

/**
 * The SQL of a kind: `list` reads a page of rows that are sealed with another key, `swap` replaces those that are
 * unchanged. `swap` skips locked rows, so it can't be part of a deadlock.
 */
type Place = { list: string; swap: string };

const column = (table: string, id: string, type: string, sealed: string): Place => ({
  list: `SELECT ${id}::text AS id, ${sealed} AS sealed FROM ${table}
          WHERE ${sealed} IS NOT NULL AND substring(${sealed} FROM 1 FOR 4) <> $1
            AND ($2::text IS NULL OR ${id} > $2::${type})
          ORDER BY ${table}.${id} LIMIT $3`,
  swap: `WITH t AS MATERIALIZED (SELECT * FROM unnest($1::${type}[], $2::bytea[], $3::bytea[]) AS t (id, old, fresh)),
              free AS MATERIALIZED (
                SELECT r.${id} AS id FROM ${table} r JOIN t ON r.${id} = t.id AND r.${sealed} = t.old
                   FOR NO KEY UPDATE OF r SKIP LOCKED)
         UPDATE ${table} r SET ${sealed} = t.fresh FROM t JOIN free ON free.id = t.id
          WHERE r.${id} = t.id AND r.${sealed} = t.old`,
});

const IN_JOB = `decode(payload->>'sealed', 'base64')`;

const PLACES: Record<SealedKind, Place> = {
  keys: column('sealed_keys', 'name', 'text', 'sealed'),
  'two-factor secrets': column('accounts', 'id', 'uuid', 'totp_secret'),
  'pending two-factor secrets': column('two_factor_setups', 'id', 'uuid', 'secret'),
  'Instagram codes': column('social_requests', 'id', 'uuid', 'proof_code'),
  // A message that is being sent is skipped: it is deleted soon, or stays unchanged.
  messages: {
    list: `SELECT id::text AS id, ${IN_JOB} AS sealed FROM graphile_worker._private_jobs
            WHERE payload->>'sealed' IS NOT NULL AND substring(${IN_JOB} FROM 1 FOR 4) <> $1
              AND ($2::text IS NULL OR id > $2::bigint)
            ORDER BY _private_jobs.id LIMIT $3`,
    swap: `WITH t AS MATERIALIZED (SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS t (id, old, fresh)),
                free AS MATERIALIZED (
                  SELECT j.id FROM graphile_worker._private_jobs j JOIN t ON j.id = t.id
                   WHERE j.locked_at IS NULL AND decode(j.payload->>'sealed', 'base64') = t.old
                     FOR NO KEY UPDATE OF j SKIP LOCKED)
           UPDATE graphile_worker._private_jobs j
              SET payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb(replace(encode(t.fresh, 'base64'), E'\\n', '')))::json
             FROM t JOIN free ON free.id = t.id
            WHERE j.id = t.id`,
  },
};

/** The rows of a kind that are sealed with another key than `keyId`, by id, at most `limit` after `after`. */
export const listForeign = async (
  pool: pg.Pool,
  kind: SealedKind,
  page: { keyId: Bytes; after: string | null; limit: number },
): Promise<SealedRow[]> => {
  const { rows } = await pool.query<SealedRow>(PLACES[kind].list, [page.keyId, page.after, page.limit]);
  return rows;
};

/** Replaces sealed values that are unchanged and unlocked. @returns how many */
export const swapSealed = async (
  pool: pg.Pool,
  kind: SealedKind,
  swaps: readonly { id: string; old: Bytes; fresh: Bytes }[],
): Promise<number> => {
  const { rowCount } = await pool.query(PLACES[kind].swap, [
    swaps.map(({ id }) => id),
    swaps.map(({ old }) => old),
    swaps.map(({ fresh }) => fresh),
  ]);
  return rowCount ?? 0;
};
