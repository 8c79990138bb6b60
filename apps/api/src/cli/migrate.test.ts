import { openTestDatabase } from '@laurel/database/testing';
import { runLaurel } from '@laurel/support/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('laurel migrate says that a newer release has migrated the database, and leaves the rights as they are', async () => {
  const laurel = (...argv: string[]) =>
    runLaurel(['migrate', ...argv], { DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl });
  expect(await laurel()).toMatchObject({ code: 0, problems: [] });
  await database.owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('later', 'x', '99990101000000_later', now())`,
  );
  const note =
    'A newer release has migrated this database: the rights of the roles of the application and the console stay as they are.';
  const told = await laurel();
  expect(told).toMatchObject({ code: 0, problems: [note] });
  expect(told.lines[0]).toBe('The database is up to date.');
  const inJson = await laurel('--json');
  expect(inJson).toMatchObject({ code: 0, problems: expect.arrayContaining([note]) });
  expect(JSON.parse(inJson.lines.join('\n'))).toMatchObject({ applied: [], imported: true });
});
