import type pg from 'pg';

/** The settings of a PostgreSQL whose statements are counted. */
export const COUNTED = { shared_preload_libraries: 'pg_stat_statements' };

/** What a statement did, in all its runs. */
export type Counted = {
  text: string;
  /** The pages of 8 KB that it read, from the cache or from the disk. */
  pages: number;
  /** The pages that it wrote into temporary files. */
  temporary: number;
  /** The longest run, milliseconds. */
  longestMs: number;
};

const READ = `
  SELECT regexp_replace(query, '\\s+', ' ', 'g') AS text, (shared_blks_hit + shared_blks_read)::float8 AS pages,
         temp_blks_written::float8 AS temporary, max_exec_time AS "longestMs"
    FROM pg_stat_statements
   WHERE toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query !~ 'pg_stat_statements'
   ORDER BY 2 DESC`;

/** Does some work. Returns what the statements of all connections did meanwhile, the one that read most first. */
export const countStatements = async (owner: pg.Client, work: () => Promise<unknown>): Promise<Counted[]> => {
  await owner.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await owner.query('SELECT pg_stat_statements_reset()');
  await work();
  return (await owner.query<Counted>(READ)).rows;
};
