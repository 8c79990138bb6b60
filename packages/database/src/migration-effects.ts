import type pg from 'pg';
import { isConcurrent } from './migration-locks.ts';

/** The lock modes that keep others from writing to a table. */
const STRONG = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

// Locks stay until the end of the transaction, and the statistics of the transaction count every row that it read.
const EFFECTS = `
  SELECT t.name, array_agg(DISTINCT l.mode) FILTER (WHERE l.mode = ANY ($2)) AS locks,
         pg_relation_filenode(t.name::regclass) <> t.file AS rewritten, coalesce(max(s.seq_tup_read), 0) >= t.rows AS "readWhole",
         coalesce(max(s.n_tup_upd + s.n_tup_del), 0) >= t.rows AS "changedWhole"
    FROM jsonb_to_recordset($1::jsonb) AS t (name text, file oid, rows int8)
    JOIN pg_class c ON c.oid = to_regclass(t.name)
    LEFT JOIN pg_locks l ON l.relation = c.oid AND l.pid = pg_backend_pid() AND l.granted
    LEFT JOIN pg_stat_xact_user_tables s ON s.relid = c.oid
   GROUP BY t.name, t.file, t.rows`;

type Effects = {
  name: string;
  locks: string[] | null;
  rewritten: boolean;
  readWhole: boolean;
  changedWhole: boolean;
};

/** The tables that have rows, with their files and the numbers of rows. */
const readTables = async (client: pg.Client): Promise<{ name: string; file: string; rows: string }[]> => {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%'`,
  );
  const tables = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ name: string; file: string; rows: string }>(
      `SELECT $1::text AS name, pg_relation_filenode($1::text::regclass) AS file, (SELECT count(*) FROM ${name}) AS rows`,
      [name],
    );
    tables.push(...rows.filter((each) => Number(each.rows) > 0));
  }
  return tables;
};

const problemsOf = ({ name, locks, rewritten, readWhole, changedWhole }: Effects): string[] => [
  ...(rewritten ? [`${name} is written again`] : []),
  ...(changedWhole ? [`every row of ${name} is changed in one transaction`] : []),
  ...(locks && readWhole && !rewritten ? [`the whole of ${name} is read under ${locks.join(', ')}`] : []),
];

/**
 * Applies the script of a migration, and returns its effects that would block writers for long in a large table: a
 * table with rows is rewritten, changed as a whole in one transaction, or read as a whole under a lock against writing.
 * No effect depends on time or on the number of rows, so a few rows in each table are enough.
 */
export const applyWatched = async (client: pg.Client, script: string): Promise<string[]> => {
  if (isConcurrent(script)) {
    await client.query(script);
    return [];
  }
  const tables = await readTables(client);
  // Flushes the statistics of the count above, which is not an effect of the script.
  await client.query('SELECT pg_stat_force_next_flush()');
  await client.query('BEGIN');
  await client.query(script);
  const { rows } = await client.query<Effects>(EFFECTS, [JSON.stringify(tables), STRONG]);
  await client.query('COMMIT');
  return rows.flatMap(problemsOf);
};
