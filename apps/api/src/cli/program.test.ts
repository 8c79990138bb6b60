import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { runLaurel } from '@laurel/support/cli';
import { programEnv } from '@laurel/support/program-env';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.migrateUrl });
  await owner.connect();
  folder = mkdtempSync(join(tmpdir(), 'laurel-cli-'));
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATABASE_MIGRATE_URL: database.migrateUrl,
  DATA_DIR: folder,
  ...more,
});
const laurel = (argv: string[], more?: Record<string, string>) => runLaurel(argv, environment(more));

describe('laurel', () => {
  it('runs as a process: output on stdout, problems on stderr, the exit code', async () => {
    const start = async (...argv: string[]) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...argv], {
        env: { ...programEnv(), ...environment() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { stdout, stderr, code: child.exitCode };
    };
    const migrated = await start('migrate');
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    const [listed, misused] = await Promise.all([
      start('exclusions', 'list', '--json'),
      start('reviews', 'approve', 'xyz', '--reason', 'a test'),
    ]);
    expect(listed).toEqual({ code: 0, stdout: '{\n  "exclusions": [],\n  "next": null\n}\n', stderr: '' });
    expect(misused).toEqual({ code: 2, stdout: '', stderr: 'ID: Invalid UUID\n' });
  });

  it.each([
    [['bogus'], 2, 'unknown command'],
    [['reviews'], 2, 'Usage: laurel reviews'],
    [['reviews', 'approve', '--reason', 'a test'], 2, "missing required argument 'ID'"],
    [['reviews', 'show', 'more'], 2, 'too many arguments'],
    [['doctor', '--yaml'], 2, 'unknown option'],
    [['edition', 'check'], 2, "missing required argument 'DIR'"],
    [['edition', 'check', '/no/such/folder'], 2, 'There is no directory /no/such/folder.'],
    [[], 2, 'Usage: laurel'],
    [['--help'], 0, 'Usage: laurel'],
  ])('answers %j with exit code %i', async (argv, code, printed) => {
    const ran = await laurel(argv);
    expect(ran.code).toBe(code);
    expect(ran.text()).toContain(printed);
  });

  it('reports an invalid configuration and an unreachable database', async () => {
    const misread = await laurel(['reviews', 'show'], { PORT: 'x' });
    expect(misread).toMatchObject({ code: 1, problems: [expect.stringContaining('PORT: ')] });
    const away = await laurel(['reviews', 'show'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(away).toMatchObject({
      code: 1,
      problems: [expect.stringMatching(/^The database does not answer\. .*"laurel doctor" says more\.$/)],
    });
    const none = await laurel(['reviews', 'show'], { DATABASE_URL: '' });
    expect(none).toMatchObject({ code: 2, problems: [expect.stringContaining('There is no database to work on')] });
  });

  it('reports a database without migrations, and works with invalid edition files', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const unprepared = await laurel(['results'], { DATABASE_URL: empty.url });
    await empty.drop();
    expect(unprepared).toMatchObject({
      code: 1,
      lines: [],
      problems: [expect.stringContaining('lacks tables of this release')],
    });
    const EDITION_DIR = join(folder, 'unreadable');
    cpSync(demoEditionDir, EDITION_DIR, { recursive: true });
    writeFileSync(join(EDITION_DIR, 'edition.yaml'), 'year: soon\n');
    await laurel(['migrate']);
    expect(await laurel(['results'], { EDITION_DIR })).toMatchObject({ code: 0, problems: [] });
  });

  it('names the nominees that were never imported', async () => {
    await laurel(['migrate']);
    const rename = `UPDATE nominees SET company = CASE WHEN company LIKE 'not-%' THEN substr(company, 5) ELSE 'not-' || company END WHERE id <= 5`;
    const { rows } = await owner.query('SELECT company FROM nominees WHERE id = 1');
    await owner.query(rename);
    for (const argv of [['results'], ['results', '--csv'], ['phase', 'show']]) {
      const told = await laurel(argv);
      expect(told).toMatchObject({ code: 1, lines: [] });
      expect(told.problems).toEqual([
        expect.stringMatching(
          new RegExp(
            `^The edition lists nominees that were never imported: [^ ]+/${rows[0].company}, .* and 2 more[.] Run`,
          ),
        ),
      ]);
    }
    await owner.query(rename);
    expect((await laurel(['results'])).code).toBe(0);
  });
});

describe('laurel edition check', () => {
  it('accepts a valid edition, and names file, line and field of errors', async () => {
    expect(await laurel(['edition', 'check', demoEditionDir])).toMatchObject({
      code: 0,
      lines: [`The edition in ${demoEditionDir} is valid.`],
    });
    const broken = join(folder, 'broken');
    cpSync(demoEditionDir, broken, { recursive: true });
    writeFileSync(join(broken, 'edition.yaml'), 'year: soon\n');
    const checked = await laurel(['edition', 'check', broken]);
    expect(checked.code).toBe(1);
    expect(checked.lines).toContain('edition.yaml:1:7 year must be a whole number');
    const inJson = await laurel(['edition', 'check', broken, '--json']);
    expect(inJson.code).toBe(1);
    expect(JSON.parse(inJson.text())).toContainEqual(
      expect.objectContaining({ file: 'edition.yaml', line: 1, column: 7, field: 'year' }),
    );
  });
});

describe('laurel migrate', () => {
  it('migrates the database and imports the edition, and can be repeated', async () => {
    await laurel(['migrate']);
    const again = await laurel(['migrate']);
    expect(again).toMatchObject({ code: 0, problems: [] });
    expect(again.lines[0]).toBe('The database is up to date.');
    expect(again.lines[1]).toMatch(/^The edition has \d+ nominees: 0 new, 0 withdrawn, 0 restored\.$/);
  });

  it('counts votes until the winners are announced if no closing time is set', async () => {
    const announced = join(folder, 'announced');
    cpSync(demoEditionDir, announced, { recursive: true });
    const file = join(announced, 'edition.yaml');
    const text = readFileSync(file, 'utf8').replace(/^phases:\n/m, '$&  winnersAnnouncedAt: 2099-12-01T19:00:00Z\n');
    writeFileSync(file, text);
    const closings = async () => (await owner.query('SELECT DISTINCT closes_at FROM categories')).rows;
    await laurel(['migrate']);
    const REASON = ['--reason', 'the ceremony has a date'];
    expect((await laurel(['migrate', ...REASON], { EDITION_DIR: announced })).code).toBe(0);
    expect(await closings()).toEqual([{ closes_at: new Date('2099-12-01T19:00:00Z') }]);
    expect((await laurel(['migrate', ...REASON])).code).toBe(0);
    expect(await closings()).toEqual([{ closes_at: null }]);
    const { rows } = await owner.query<{ reason: string; detail: object }>(
      `SELECT reason, detail FROM audit_entries WHERE action = 'edition.import' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toMatchObject([
      { reason: 'the ceremony has a date', detail: { closes: 'none' } },
      { reason: 'the ceremony has a date', detail: { closesBefore: 'none', closes: '2099-12-01T19:00:00.000Z' } },
    ]);
  });

  it('keeps serving the last edition, and names the command, if an import needs a confirmation', async () => {
    await laurel(['migrate']);
    const count = async () =>
      (await owner.query('SELECT (SELECT count(*) FROM editions) AS e, (SELECT count(*) FROM audit_entries) AS a'))
        .rows;
    const before = await count();
    const edited = join(folder, 'edited');
    cpSync(demoEditionDir, edited, { recursive: true });
    const file = join(edited, 'edition.yaml');
    const text = readFileSync(file, 'utf8');
    const editions: [string, RegExp][] = [
      [
        text.replace(/^phases:\n/m, '$&  votingClosesAt: 2099-12-01T19:00:00Z\n'),
        /voting closes: none → 2099.*--reason/,
      ],
      [
        text.replace(/^phases:\n/m, '$&  votingClosesAt: 2026-01-01T19:00:00Z\n'),
        /voting would have ended in the past/,
      ],
      ['year: soon\n', /edition\.yaml:1:7 year must be/],
    ];
    for (const [content, printed] of editions) {
      writeFileSync(file, content);
      // As docker compose runs it: the site has to start.
      const ran = await laurel(['migrate'], { EDITION_DIR: edited });
      expect(ran.code, ran.text()).toBe(0);
      expect(ran.lines).toEqual(['The database is up to date.']);
      expect(ran.problems[0]).toMatch(/^The edition was not imported: /);
      expect(ran.problems[0]).toMatch(printed);
      expect(ran.problems[1]).toContain(`laurel edition import ${edited}`);
      expect(ran.problems[2]).toMatch(/^Laurel serves the edition that was imported at 20/);
    }
    const inJson = await laurel(['migrate', '--json'], { EDITION_DIR: edited });
    expect([inJson.code, JSON.parse(inJson.lines.join('\n'))]).toEqual([
      0,
      { applied: [], imported: false, servedSince: expect.stringMatching(/^20/) },
    ]);
    // With a reason, an operator runs the command, so it may fail.
    expect((await laurel(['migrate', '--reason', 'x'], { EDITION_DIR: edited })).code).toBe(1);
    expect(await count()).toEqual(before);
  });

  it('migrates first, and exits with 1 if there is no edition to serve', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const urls = { DATABASE_URL: empty.url, DATABASE_MIGRATE_URL: empty.migrateUrl };
    const ran = await laurel(['migrate'], { ...urls, EDITION_DIR: join(folder, 'none') });
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

  it('prints the migrations and the import with --dry-run, and changes nothing', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const env = { DATABASE_URL: empty.url, DATABASE_MIGRATE_URL: empty.migrateUrl };
    const tried = await laurel(['migrate', '--dry-run', '--json'], env);
    expect(tried.code).toBe(0);
    expect(JSON.parse(tried.text())).toMatchObject({
      dryRun: true,
      missing: expect.arrayContaining(['20261129040000_baseline', 'functions']),
      difference: null,
    });
    const after = await laurel(['migrate', '--dry-run'], env);
    await empty.drop();
    expect(after.lines[0]).toMatch(/^Would apply: 20261129040000_baseline, .*functions/);
    await laurel(['migrate']);
    expect((await laurel(['migrate', '--dry-run'])).lines).toEqual([
      'The database is up to date.',
      'The import would change nothing.',
      'Nothing was changed (--dry-run).',
    ]);
  });

  it('requires the owner’s connection', async () => {
    const ran = await laurel(['migrate'], { DATABASE_MIGRATE_URL: '' });
    expect(ran).toMatchObject({ code: 2, problems: [expect.stringContaining('Set DATABASE_MIGRATE_URL')] });
  });

  it('imports nothing if the edition is invalid', async () => {
    const ran = await laurel(['migrate', '--reason', 'x'], { EDITION_DIR: join(folder, 'none') });
    expect(ran.code).toBe(1);
    expect(ran.problems[0]).toContain('edition.yaml:1:1 is missing');
  });

  it('withdraws nominees with votes only with --allow-withdraw', async () => {
    await laurel(['migrate']);
    const shorter = join(folder, 'shorter');
    cpSync(demoEditionDir, shorter, { recursive: true });
    const file = join(shorter, 'nominations', 'donat.yaml');
    const [before = '', ...companies] = readFileSync(file, 'utf8').split(/^(?= *- tag: )/m);
    const dropped = /- tag: *([\w-]+)/.exec(companies.at(-1) ?? '')?.[1];
    writeFileSync(file, [before, ...companies.slice(0, -1)].join(''));
    const { rows } = await owner.query<{ id: number; category_id: number }>(
      `SELECT n.id, n.category_id FROM nominees n JOIN categories c ON c.id = n.category_id
        WHERE c.nomination = 'donat' AND n.company = $1`,
      [dropped],
    );
    const [nominee] = rows;
    await owner.query('INSERT INTO votes VALUES (gen_random_uuid(), $1, $2, now())', [
      nominee?.category_id,
      nominee?.id,
    ]);
    await owner.query('INSERT INTO tallies VALUES ($1, 0, 1)', [nominee?.id]);

    const EDITION_DIR = shorter;
    for (const words of [[], ['--reason', 'they left'], ['--allow-withdraw']]) {
      const refused = await laurel(['migrate', ...words], { EDITION_DIR });
      expect(refused.code).toBe(words.length === 0 ? 0 : 1);
      expect(refused.problems[0]).toMatch(new RegExp(`was not imported: .*donat/.*/${dropped}\\b`));
    }
    expect((await owner.query('SELECT FROM nominees WHERE withdrawn_at IS NOT NULL')).rowCount).toBe(0);
    const told = await laurel(['migrate', '--allow-withdraw', '--reason', 'they left'], { EDITION_DIR });
    expect(told).toMatchObject({ code: 0, problems: [] });
    expect(told.lines[1]).toMatch(/0 new, 1 withdrawn, 0 restored/);
    expect((await laurel(['migrate'])).lines[1]).toMatch(/0 new, 0 withdrawn, 1 restored/);
  });
});
