import { join } from 'node:path';
import { importEdition } from '@laurel/database/editions';
import { createTestDatabase, openTestDatabase } from '@laurel/database/testing';
import { runLaurel } from '@laurel/support/cli';
import { useEditionFolder } from '@laurel/support/hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readForImport } from '../wiring/database.ts';
import { checkServedEdition } from './checks.ts';
import { brokenEditionIn, editionIn, useFolder } from './testing.ts';

const folder = useFolder('file');
const yearFolder = useEditionFolder();
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  expect((await migrate()).code).toBe(0);
});
afterAll(() => database.close());

const laurel = (argv: string[], more: Record<string, string> = {}) =>
  runLaurel(argv, {
    ...{ DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl, DATA_DIR: folder },
    ...more,
  });
const migrate = (words: string[] = [], more?: Record<string, string>) => laurel(['migrate', ...words], more);
const rowsOf = async (sql: string) => (await database.owner.query(sql)).rows;
/** An edition with a time of its phases. */
const withTime = (line: string): string =>
  editionIn(folder, 'edition.yaml', (text) => text.replace(/^phases:\n/m, `$&  ${line}\n`));

it('laurel migrate migrates the database and imports the edition, and can be repeated', async () => {
  const again = await migrate();
  expect(again).toMatchObject({ code: 0, problems: [] });
  expect(again.lines[0]).toBe('The database is up to date.');
  expect(again.lines[1]).toMatch(/^The edition has \d+ nominees: 0 new, 0 withdrawn, 0 restored\.$/);
  expect((await migrate(['--dry-run'])).lines).toEqual([
    'The database is up to date.',
    'The import would change nothing.',
    'Nothing was changed (--dry-run).',
  ]);
});

it('laurel migrate shows with --dry-run what a database lacks, migrates it first, and exits with 1 if there is no edition to serve', async () => {
  const empty = await createTestDatabase({ migrated: false });
  const urls = { DATABASE_URL: empty.url, DATABASE_MIGRATE_URL: empty.migrateUrl };
  const unprepared = { code: 1, lines: [], problems: [expect.stringContaining('lacks tables of this release')] };
  expect(await laurel(['results'], urls)).toMatchObject(unprepared);
  const tried = await migrate(['--dry-run', '--json'], urls);
  expect(tried.code).toBe(0);
  expect(JSON.parse(tried.text())).toMatchObject({
    dryRun: true,
    missing: expect.arrayContaining(['20261129040000_baseline', 'functions']),
    difference: null,
  });
  expect((await migrate(['--dry-run'], urls)).lines[0]).toMatch(/^Would apply: 20261129040000_baseline, .*functions/);
  expect(await laurel(['results'], urls)).toMatchObject(unprepared);
  const ran = await migrate([], { ...urls, EDITION_DIR: join(folder, 'none') });
  expect(ran).toMatchObject({
    code: 1,
    problems: [expect.stringContaining('edition.yaml:1:1 is missing'), expect.anything()],
  });
  expect(ran.lines[0]).toMatch(/^Applied: /);
  expect((await laurel(['phase', 'show'], urls)).problems).toEqual([
    expect.stringContaining('No edition was imported yet'),
  ]);
  await empty.drop();
});

it('laurel migrate requires the owner’s connection', async () => {
  const ran = await migrate([], { DATABASE_MIGRATE_URL: '' });
  expect(ran).toMatchObject({ code: 2, problems: [expect.stringContaining('Set DATABASE_MIGRATE_URL')] });
});

it('a command names the nominees that were never imported, and works with invalid edition files', async () => {
  const rename = `UPDATE nominees SET company = CASE WHEN company LIKE 'not-%' THEN substr(company, 5) ELSE 'not-' || company END WHERE id <= 5`;
  const [{ company }] = await rowsOf('SELECT company FROM nominees WHERE id = 1');
  await database.owner.query(rename);
  const named = new RegExp(
    `^The edition lists nominees that were never imported: [^ ]+/${company}, .* and 2 more[.] Run`,
  );
  for (const argv of [['results'], ['results', '--csv'], ['phase', 'show']]) {
    expect(await laurel(argv)).toMatchObject({ code: 1, lines: [], problems: [expect.stringMatching(named)] });
  }
  await database.owner.query(rename);
  const EDITION_DIR = brokenEditionIn(folder);
  expect(await laurel(['results'], { EDITION_DIR })).toMatchObject({ code: 0, problems: [] });
});

it('laurel migrate counts votes until the winners are announced if no closing time is set', async () => {
  const closings = () => rowsOf('SELECT DISTINCT closes_at FROM categories');
  const REASON = ['--reason', 'the ceremony has a date'];
  const EDITION_DIR = withTime('winnersAnnouncedAt: 2099-12-01T19:00:00Z');
  expect((await migrate(REASON, { EDITION_DIR })).code).toBe(0);
  expect(await closings()).toEqual([{ closes_at: new Date('2099-12-01T19:00:00Z') }]);
  expect((await migrate(REASON)).code).toBe(0);
  expect(await closings()).toEqual([{ closes_at: null }]);
  const entries = await rowsOf(
    `SELECT reason, detail FROM audit_entries WHERE action = 'edition.import' ORDER BY id DESC LIMIT 2`,
  );
  expect(entries).toMatchObject([
    { reason: 'the ceremony has a date', detail: { closes: 'none' } },
    { reason: 'the ceremony has a date', detail: { closesBefore: 'none', closes: '2099-12-01T19:00:00.000Z' } },
  ]);
});

it('laurel migrate keeps serving the last edition, and names the command, if an import needs a confirmation', async () => {
  const count = () => rowsOf('SELECT (SELECT count(*) FROM editions) AS e, (SELECT count(*) FROM audit_entries) AS a');
  const before = await count();
  const broken = brokenEditionIn(folder);
  const editions: [string, RegExp][] = [
    [withTime('votingClosesAt: 2099-12-01T19:00:00Z'), /voting closes: none → 2099.*--reason/],
    [withTime('votingClosesAt: 2026-01-01T19:00:00Z'), /voting would have ended in the past/],
    [broken, /edition\.yaml:1:7 year must be/],
  ];
  for (const [EDITION_DIR, printed] of editions) {
    // As docker compose runs it: the site has to start.
    const ran = await migrate([], { EDITION_DIR });
    expect(ran.code, ran.text()).toBe(0);
    expect(ran.lines).toEqual(['The database is up to date.']);
    expect(ran.problems[0]).toMatch(/^The edition was not imported: /);
    expect(ran.problems[0]).toMatch(printed);
    expect(ran.problems[1]).toContain(`laurel edition import ${EDITION_DIR}`);
    expect(ran.problems[2]).toMatch(/^Laurel serves the edition that was imported at 20/);
  }
  const inJson = await migrate(['--json'], { EDITION_DIR: broken });
  expect([inJson.code, JSON.parse(inJson.lines.join('\n'))]).toEqual([
    0,
    { applied: [], imported: false, servedSince: expect.stringMatching(/^20/) },
  ]);
  // With a reason, an operator runs the command, so it may fail.
  expect((await migrate(['--reason', 'x'], { EDITION_DIR: broken })).code).toBe(1);
  expect(await count()).toEqual(before);
});

it('laurel migrate withdraws nominees with votes only with --allow-withdraw', async () => {
  let dropped = '';
  const EDITION_DIR = editionIn(folder, 'nominations/donat.yaml', (text) => {
    const [before = '', ...companies] = text.split(/^(?= *- tag: )/m);
    dropped = /- tag: *([\w-]+)/.exec(companies.at(-1) ?? '')?.[1] ?? '';
    return [before, ...companies.slice(0, -1)].join('');
  });
  await database.owner.query(
    `WITH n AS (SELECT n.id, n.category_id FROM nominees n JOIN categories c ON c.id = n.category_id
                 WHERE c.nomination = 'donat' AND n.company = $1),
          v AS (INSERT INTO votes SELECT gen_random_uuid(), category_id, id, now() FROM n)
     INSERT INTO tallies SELECT id, 0, 1 FROM n`,
    [dropped],
  );
  for (const words of [[], ['--reason', 'they left'], ['--allow-withdraw']]) {
    const refused = await migrate(words, { EDITION_DIR });
    expect(refused.code).toBe(words.length === 0 ? 0 : 1);
    expect(refused.problems[0]).toMatch(new RegExp(`was not imported: .*donat/.*/${dropped}\\b`));
  }
  expect(await rowsOf('SELECT FROM nominees WHERE withdrawn_at IS NOT NULL')).toEqual([]);
  const told = await migrate(['--allow-withdraw', '--reason', 'they left'], { EDITION_DIR });
  expect(told).toMatchObject({ code: 0, problems: [] });
  expect(told.lines[1]).toMatch(/0 new, 1 withdrawn, 0 restored/);
  expect((await migrate()).lines[1]).toMatch(/0 new, 0 withdrawn, 1 restored/);
});

it('laurel migrate says that a newer release has migrated the database, and leaves the rights as they are', async () => {
  await database.owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('later', 'x', '99990101000000_later', now())`,
  );
  const note =
    'A newer release has migrated this database: the rights of the roles of the application and the console stay as they are.';
  const told = await migrate();
  expect(told).toMatchObject({ code: 0, problems: [note] });
  expect(told.lines[0]).toBe('The database is up to date.');
  const inJson = await migrate(['--json']);
  expect(inJson).toMatchObject({ code: 0, problems: expect.arrayContaining([note]) });
  expect(JSON.parse(inJson.lines.join('\n'))).toMatchObject({ applied: [], imported: true });
  await database.owner.query(`DELETE FROM _prisma_migrations WHERE id = 'later'`);
});

// This test fails without the look at the years: after a switch, each start asked to begin the edition of the year that is over.
it('laurel migrate leaves the folder of an archived year alone, whatever it has become, and says so in one line', async () => {
  // Without the votes of the other tests, so that the year may end.
  await database.close();
  database = await openTestDatabase();
  await migrate();
  const { path, edit } = yearFolder;
  const fromFolder = { EDITION_DIR: path };
  const [{ year }] = await rowsOf('SELECT edition_year() AS year');
  await database.owner.query(`SELECT create_year($1, 'olena', 'next year', now())`, [year + 1]);
  edit('edition.yaml', /^year: .*$/m, `year: ${year + 1}`);
  const by = { actor: 'Olena (console)', reason: 'next year' };
  await importEdition(database.migrateUrl, await readForImport(path), { by, now: () => new Date() });
  // A folder is compared with the version of its own year.
  expect((await laurel(['edition', 'diff', path])).lines).toEqual(['An import would change nothing.']);
  // What was published in the console for next year stays, too, although this year's edition came from the folder.
  expect((await migrate([], fromFolder)).lines[1]).toMatch(
    /^The edition that Olena \(console\) published at .* stays\.$/,
  );
  await database.owner.query(`SELECT plan_switch($1, now() - interval '1 hour', 'olena', 'next year', now())`, [
    year + 1,
  ]);
  const switched = await rowsOf(`SELECT switch_year(archive_basis(), '{}', '{}', '{}', now()) AS done`);
  expect(switched).toEqual([{ done: true }]);

  const line = `The edition in ${path} is of ${year}, which is archived. It was not imported.`;
  edit('edition.yaml', /^year: .*$/m, `year: ${year}\nunknown: key`);
  const left = { code: 0, problems: [], lines: ['The database is up to date.', line] };
  expect(await migrate([], fromFolder)).toMatchObject(left);
  expect(JSON.parse((await migrate(['--json'], fromFolder)).lines.join('\n'))).toMatchObject({ archived: year });
  expect(await migrate(['--dry-run'], fromFolder)).toMatchObject({
    code: 0,
    lines: expect.not.arrayContaining([line]),
  });
  expect((await migrate(['--reason', 'once more'], fromFolder)).code).toBe(1);
  expect(await checkServedEdition(database.owner, path)).toMatchObject({ ok: true });
  edit('edition.yaml', /^unknown: key\n/m, '');
  expect(await laurel(['edition', 'import', path, '--reason', 'once more'])).toMatchObject({
    code: 2,
    problems: [`Nothing was imported: the edition of ${year} is archived, and nothing of it changes any more.`],
  });
});
