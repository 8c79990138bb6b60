import { importEdition } from '@laurel/database/editions';
import { openTestDatabase } from '@laurel/database/testing';
import { runLaurel } from '@laurel/support/cli';
import { useEditionFolder } from '@laurel/support/hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readForImport } from '../wiring/database.ts';
import { checkServedEdition } from './checks.ts';

const folder = useEditionFolder();
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
  await database.owner.query(`DELETE FROM _prisma_migrations WHERE id = 'later'`);
});

// This test fails without the look at the years: after a switch, each start asked to begin the edition of the year that is over.
it('laurel migrate leaves the folder of an archived year alone, whatever it has become, and says so in one line', async () => {
  const urls = { NODE_ENV: 'test', DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl };
  const laurel = (...argv: string[]) => runLaurel(argv, { ...urls, EDITION_DIR: folder.path });
  expect((await laurel('migrate')).code).toBe(0);
  const { rows } = await database.owner.query<{ year: number }>('SELECT edition_year() AS year');
  const [{ year } = { year: 0 }] = rows;
  await database.owner.query(`SELECT create_year($1, 'olena', 'next year', now())`, [year + 1]);
  folder.edit('edition.yaml', /^year: .*$/m, `year: ${year + 1}`);
  const by = { actor: 'Olena (console)', reason: 'next year' };
  await importEdition(database.migrateUrl, await readForImport(folder.path), { by, now: () => new Date() });
  // A folder is compared with the version of its own year.
  expect((await laurel('edition', 'diff', folder.path)).lines).toEqual(['An import would change nothing.']);
  // What was published in the console for next year stays, too, although this year's edition came from the folder.
  expect((await laurel('migrate')).lines[1]).toMatch(/^The edition that Olena \(console\) published at .* stays\.$/);
  await database.owner.query(`SELECT plan_switch($1, now() - interval '1 hour', 'olena', 'next year', now())`, [
    year + 1,
  ]);
  const switched = await database.owner.query(`SELECT switch_year(archive_basis(), '{}', '{}', '{}', now()) AS done`);
  expect(switched.rows).toEqual([{ done: true }]);

  const line = `The edition in ${folder.path} is of ${year}, which is archived. It was not imported.`;
  folder.edit('edition.yaml', /^year: .*$/m, `year: ${year}\nunknown: key`);
  expect(await laurel('migrate')).toMatchObject({
    code: 0,
    problems: [],
    lines: ['The database is up to date.', line],
  });
  expect(JSON.parse((await laurel('migrate', '--json')).lines.join('\n'))).toMatchObject({ archived: year });
  expect(await laurel('migrate', '--dry-run')).toMatchObject({ code: 0, lines: expect.not.arrayContaining([line]) });
  expect((await laurel('migrate', '--reason', 'once more')).code).toBe(1);
  expect(await checkServedEdition(database.owner, folder.path)).toMatchObject({ ok: true });
  folder.edit('edition.yaml', /^unknown: key\n/m, '');
  expect(await laurel('edition', 'import', folder.path, '--reason', 'once more')).toMatchObject({
    code: 2,
    problems: [`Nothing was imported: the edition of ${year} is archived, and nothing of it changes any more.`],
  });
});
