// pnpm --filter @laurel/database migration:new <name> writes the next migration: the SQL from the existing migrations to
// prisma/schema. Add rules that Prisma cannot express by hand.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startEmbedded } from '../src/embedded.ts';
import { migrationName } from '../src/migrations.ts';
import { defaultMigrationsDir } from '../src/paths.ts';
import { missingMigration } from '../src/schema-check.ts';

const [title = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(title)) {
  process.stderr.write('usage: migration:new <name>, of small letters, digits and underscores\n');
  process.exit(2);
}

const dataDir = mkdtempSync(join(tmpdir(), 'laurel-migration-'));
const server = await startEmbedded({ dataDir });
try {
  const sql = await missingMigration({ adminUrl: server.migrateUrl });
  const dir = join(defaultMigrationsDir(), migrationName(title, new Date()));
  mkdirSync(dir);
  writeFileSync(join(dir, 'migration.sql'), sql === '' ? '' : `${sql}\n`);
  const place = relative(process.cwd(), join(dir, 'migration.sql'));
  process.stdout.write(sql === '' ? `${place} is empty: the schema has nothing new\n` : `${place}\n`);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
