import { readdirSync } from 'node:fs';
import { STORAGE_KEYS, TAB_STORAGE_KEYS } from '@laurel/contracts/storage';
import { createTestDatabase } from '@laurel/database/testing';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

const text = repositoryFile('docs/privacy.md');
/** A table of all years has the name of its view of one year in the document. */
const quoted = (name: string): string => `\`${name.replace(/^all_/, '')}\``;
const isNamed = (name: string): boolean => text.includes(quoted(name));
/** The row of a table in "What is kept". */
const rowOf = (table: string): string =>
  text.split('\n').find((line) => line.startsWith('| `') && line.split(' | ')[0]?.includes(quoted(table))) ?? '';

describe('docs/privacy.md', () => {
  it('names every table of the schema', () => {
    const schemas = readdirSync(inRepository('prisma/schema')).map((name) => repositoryFile(`prisma/schema/${name}`));
    const tables = schemas.flatMap((schema) => [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, name = '']) => name));
    expect(tables.length).toBeGreaterThan(15);
    expect(tables.filter((table) => !isNamed(table))).toEqual([]);
  });

  it('names every existing table, every column of an account, and every table with an organiser’s name', async () => {
    const database = await createTestDatabase();
    const owner = new pg.Client({ connectionString: database.migrateUrl });
    await owner.connect();
    try {
      const { rows: tables } = await owner.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      expect(tables.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([]);
      const { rows: columns } = await owner.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'accounts'`,
      );
      expect(columns.map(({ name }) => name).filter((name) => name !== 'id' && !isNamed(name))).toEqual([]);
      const { rows: withOrganisers } = await owner.query<{ name: string }>(
        `SELECT DISTINCT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND (column_name LIKE '%\\_by' OR column_name = 'actor')`,
      );
      expect(withOrganisers.length).toBeGreaterThan(5);
      expect(withOrganisers.filter(({ name }) => !rowOf(name).includes('*organiser'))).toEqual([]);
    } finally {
      await owner.end();
      await database.drop();
    }
  });

  it('names all data that the browser stores', () => {
    const keys = [...Object.values(STORAGE_KEYS), ...Object.values(TAB_STORAGE_KEYS)];
    expect(keys.filter((key) => !isNamed(key))).toEqual([]);
    const [, cookie = ''] = /DEVICE_COOKIE = '(\w+)'/.exec(repositoryFile('apps/api/src/http/device-cookie.ts')) ?? [];
    expect(cookie).not.toBe('');
    expect(isNamed(cookie)).toBe(true);
  });
});
