import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { runScript } from './migration-locks.ts';
import type { Queryable } from './queryable.ts';

/** The present text of a function of the database, with its triggers. */
type FunctionFile = { name: string; sql: string; digest: string };

export const readFunctions = (dir: string): FunctionFile[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name), 'utf8');
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });

const digestsOf = (functions: readonly FunctionFile[]): string =>
  JSON.stringify(Object.fromEntries(functions.map(({ name, digest }) => [name, digest])));

/** A set of texts that a release applied. */
type AppliedSet = { digests: Record<string, string>; same: boolean };

/**
 * Compares the texts with those that were applied, newest first. A release whose texts were applied before the newest ones is the older
 * one, also where neither has a migration that the other lacks.
 */
export const compareFunctions = async (
  db: Queryable,
  functions: readonly FunctionFile[],
): Promise<{ changed: readonly FunctionFile[]; newer: boolean }> => {
  const known = await db.query<{ known: boolean }>(
    `SELECT to_regclass('public._applied_functions') IS NOT NULL AS known`,
  );
  if (!known.rows[0]?.known) return { changed: functions, newer: false };
  const { rows: sets } = await db.query<AppliedSet>(
    'SELECT digests, digests = $1::jsonb AS same FROM public._applied_functions ORDER BY id DESC',
    [digestsOf(functions)],
  );
  const [newest] = sets;
  if (sets.some(({ same }) => same)) return { changed: [], newer: newest?.same !== true };
  return { changed: functions.filter(({ name, digest }) => newest?.digests[name] !== digest), newer: false };
};

/**
 * Applies the changed texts in one transaction. A text may call a function that is created after it, so bodies are not checked. Nobody
 * may call a new function until it is granted.
 */
export const applyFunctions = async (
  client: pg.Client,
  changed: readonly FunctionFile[],
  functions: readonly FunctionFile[],
): Promise<void> => {
  await runScript(
    client,
    [
      'SET check_function_bodies = off',
      ...changed.map(({ sql }) => sql),
      'REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC',
      'CREATE TABLE IF NOT EXISTS public._applied_functions (id serial PRIMARY KEY, digests jsonb NOT NULL)',
      `INSERT INTO public._applied_functions (digests) VALUES (${client.escapeLiteral(digestsOf(functions))})`,
    ].join(';\n'),
  );
  await client.query('RESET check_function_bodies');
  await client.query('RESET lock_timeout');
};
