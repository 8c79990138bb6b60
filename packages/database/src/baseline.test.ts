import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError, migrate } from './migrate.ts';
import { BASELINE, LATER, openBaseline } from './testing-baseline.ts';

// cspell:disable
/** Everything that the catalog holds of the tables, views and sequences, one row each: its name, and its text. */
const CATALOG = `
  WITH parts AS (
    SELECT c.oid, 0 AS place, concat_ws(' ', c.relkind, c.reloptions, CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END) AS part
      FROM pg_class c
    UNION ALL
    SELECT a.attrelid, a.attnum, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage,
             pg_get_expr(d.adbin, d.adrelid), pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT conrelid, 9000, concat_ws(' ', conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
    UNION ALL
    SELECT indrelid, 9001, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index
  )
  SELECT c.relname AS name, string_agg(p.part, E'\\n' ORDER BY p.place, p.part COLLATE "C") AS text
    FROM pg_class c JOIN parts p USING (oid)
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname NOT LIKE '\\_%' GROUP BY c.relname`;
// cspell:enable

describe('the baseline', () => {
  let test: Awaited<ReturnType<typeof openBaseline>>;
  beforeEach(async () => {
    test = await openBaseline();
  });
  afterEach(() => test.close());

  // testing-catalog.txt was written in a database that the migrations of before had made.
  it('makes the tables, constraints, indexes and views that the migrations of before made', async () => {
    const { rows } = await test.owner.query<{ name: string; text: string }>(CATALOG);
    const lines = rows.map(
      ({ name, text }) => `${name} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
    );
    const expected = readFileSync(join(import.meta.dirname, 'testing-catalog.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.sort()).toEqual(expected);
  });

  /** A database with the history of before, whose last migrations are missing. */
  const forget = async (missing: number): Promise<void> => {
    await test.owner.query(`
      TRUNCATE _prisma_migrations;
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      SELECT n, 'x', CASE n WHEN 73 THEN '20261128194000_invitations_are_mailed' ELSE (20261121000000 + n)::text || '_before' END, now()
        FROM generate_series(1, ${73 - missing}) n`);
  };
  const urls = () => ({ migrateUrl: test.migrateUrl, appUrl: test.url });

  it('counts as applied in a database with all migrations of before, whose rows stay for copies of the release before', async () => {
    await forget(0);
    expect(await migrate(urls())).toEqual({ applied: [...LATER.map(({ name }) => name), 'functions'] });
    expect(await migrate({ ...urls(), schemaEngineFile: '/nowhere' })).toEqual({ applied: [] });
    const { rows } = await test.owner.query(
      `SELECT checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE migration_name = $1`,
      [BASELINE?.name],
    );
    expect(rows).toEqual([{ checksum: BASELINE?.checksum, finished: true }]);
    expect((await test.owner.query('SELECT FROM _prisma_migrations')).rowCount).toBe(74 + LATER.length);
  });

  it('refuses a database that lacks a migration of before, and says what to update to first', async () => {
    await forget(1);
    await expect(migrate(urls())).rejects.toThrow(
      'of an older version: update it to the last version before this one first',
    );
    await expect(migrate(urls())).rejects.toBeInstanceOf(MigrationError);
    expect((await test.owner.query('SELECT FROM _prisma_migrations')).rowCount).toBe(72);
  });
});
