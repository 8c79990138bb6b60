import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrationName } from './migrations.ts';
import { defaultMigrationsDir, defaultSchemaDir } from './paths.ts';
import { missingMigration } from './schema-check.ts';
import { createTestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

const { ownerUrl: adminUrl } = inject('laurelTestServer');

describe('missingMigration', () => {
  let schemaDir: string;
  let migrationsDir: string;
  beforeEach(() => {
    schemaDir = mkdtempSync(join(tmpdir(), 'laurel-schema-'));
    cpSync(defaultSchemaDir(), schemaDir, { recursive: true });
    migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
    cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
  });
  afterEach(() => {
    rmSync(schemaDir, { recursive: true, force: true });
    rmSync(migrationsDir, { recursive: true, force: true });
  });

  const edit = (file: string, from: string, to: string): void => {
    const path = join(schemaDir, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };

  it('is empty for the repository and ignores hand-written SQL', async () => {
    expect(await missingMigration({ adminUrl })).toBe('');
  });

  it.each([
    [
      'ballot.prisma',
      'castAt       DateTime @map',
      'note String?\n castAt DateTime @map',
      'ALTER TABLE "votes" ADD COLUMN     "note" TEXT;',
    ],
    ['ballot.prisma', '@@unique([categoryId, company])', '', 'DROP INDEX "nominees_category_id_company_key";'],
    [
      'account.prisma',
      'tokenHash Bytes    @unique @map',
      'tokenHash Bytes @map',
      'DROP INDEX "devices_token_hash_key";',
    ],
    ['codes.prisma', 'points    Int', 'points BigInt', 'ALTER COLUMN "points" SET DATA TYPE BIGINT;'],
    ['verification.prisma', 'onDelete: Restrict', 'onDelete: Cascade', 'ON DELETE CASCADE ON UPDATE CASCADE;'],
  ])('returns the difference after a change of %s: %s', async (file, from, to, sql) => {
    edit(file, from, to);
    expect(await missingMigration({ adminUrl, schemaDir })).toContain(sql);
  });

  it('is empty again once the difference is the next migration, which applies', async () => {
    edit('account.prisma', 'timeZone   String?', 'colour String?\n timeZone String?');
    const name = migrationName('colour', new Date('2099-01-02T03:04:05.678Z'));
    expect(name).toBe('20990102030405_colour');
    mkdirSync(join(migrationsDir, name));
    writeFileSync(join(migrationsDir, name, 'migration.sql'), await missingMigration({ adminUrl, schemaDir }));
    expect(await missingMigration({ adminUrl, schemaDir, migrationsDir })).toBe('');

    const test = await createTestDatabase();
    const urls = { migrateUrl: test.migrateUrl, appUrl: test.url };
    expect(await migrate({ ...urls, migrationsDir })).toEqual({ applied: [name] });
    const owner = await connect(test.migrateUrl);
    expect((await owner.query('SELECT colour FROM client_hints')).rows).toEqual([]);
    await owner.end();
    await test.drop();
  });

  it('uses a temporary database, drops it, and writes nothing to the given one', async () => {
    const owner = await connect(adminUrl);
    const tables = async (): Promise<unknown[]> =>
      (await owner.query(`SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' ORDER BY 1`)).rows;
    const before = await tables();
    await missingMigration({ adminUrl });
    expect(await tables()).toEqual(before);
    const { rows } = await owner.query(`SELECT datname FROM pg_database WHERE datname ~ '^(laurel|prisma)_.*shadow'`);
    expect(rows).toEqual([]);
    await owner.end();
  });
});
