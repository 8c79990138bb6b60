import type pg from 'pg';

/** The settings of a PostgreSQL whose statements are counted. */
export const COUNTED = { shared_preload_libraries: 'pg_stat_statements' };

/** A slower statement is named. */
const SLOW_MS = 250;

const READ = `
  SELECT regexp_replace(query, '\\s+', ' ', 'g') AS text, (shared_blks_hit + shared_blks_read)::float8 AS pages,
         temp_blks_written::float8 AS temporary, max_exec_time AS "longestMs"
    FROM pg_stat_statements
   WHERE toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query !~ 'pg_stat_statements'
   ORDER BY max_exec_time DESC`;

type Counted = { text: string; pages: number; temporary: number; longestMs: number };

/** What the statements of all connections did while some work was done. */
export type Observed<Done> = {
  done: Done;
  /** The pages of 8 KB that they read, from the cache or from the disk. */
  pages: number;
  longestMs: number;
  /** All of it in words. */
  note: string;
};

/** Does some work, and counts what the statements of all connections did meanwhile. */
export const observe = async <Done>(owner: pg.Client, work: () => Promise<Done>): Promise<Observed<Done>> => {
  await owner.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await owner.query('SELECT pg_stat_statements_reset()');
  const startedAt = performance.now();
  const done = await work();
  const ms = performance.now() - startedAt;
  const { rows } = await owner.query<Counted>(READ);
  const [pages, temporary] = (['pages', 'temporary'] as const).map((each) =>
    rows.reduce((sum, row) => sum + row[each], 0),
  );
  const [longest] = rows;
  const notes = [
    `${ms.toFixed(0)} ms`,
    `${pages} pages`,
    ...(temporary ? [`${temporary} pages in temporary files`] : []),
    ...(longest && longest.longestMs > SLOW_MS
      ? [`${longest.longestMs.toFixed(0)} ms: ${longest.text.slice(0, 120)}`]
      : []),
  ];
  return { done, pages: pages ?? 0, longestMs: longest?.longestMs ?? 0, note: notes.join('; ') };
};
