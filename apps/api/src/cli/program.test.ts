import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { runLaurel } from '@laurel/support/cli';
import { describe, expect, it } from 'vitest';
import { brokenEditionIn, endOf, startLaurel, useFolder } from './testing.ts';

const folder = useFolder('file');
const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: folder };
const laurel = (argv: string[], more: Record<string, string> = {}) => runLaurel(argv, { ...nowhere, ...more });

describe('laurel', () => {
  it('runs as a process: output on stdout, problems on stderr, the exit code', async () => {
    const broken = brokenEditionIn(folder);
    // A problem, and a warning: two nominees of one name.
    const file = join(broken, 'nominations/donat.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: Orbit Crew', 'name: Hollow Oak'));
    const { code, stdout, stderr } = await endOf(startLaurel(['edition', 'check', broken]));
    expect(code).toBe(1);
    expect(stdout).toContain('edition.yaml:1:7 year must be a whole number\n');
    expect(stderr).toMatch(/^[^\n]*nominations\/donat\.yaml:[^\n]*\n$/);
  });

  it.each([
    [['bogus'], 2, 'unknown command'],
    [['reviews'], 2, 'Usage: laurel reviews'],
    [['reviews', 'approve', '--reason', 'a test'], 2, "missing required argument 'ID'"],
    [['reviews', 'approve', 'xyz', '--reason', 'a test'], 2, 'ID: Invalid UUID'],
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
    const away = await laurel(['reviews', 'show']);
    expect(away).toMatchObject({
      code: 1,
      problems: [expect.stringMatching(/^The database does not answer\. .*"laurel doctor" says more\.$/)],
    });
    const none = await laurel(['reviews', 'show'], { DATABASE_URL: '' });
    expect(none).toMatchObject({ code: 2, problems: [expect.stringContaining('There is no database to work on')] });
  });
});

it('laurel edition check accepts a valid edition, and names file, line and field of errors', async () => {
  expect(await laurel(['edition', 'check', demoEditionDir])).toMatchObject({
    code: 0,
    lines: [`The edition in ${demoEditionDir} is valid.`],
  });
  const broken = brokenEditionIn(folder);
  const checked = await laurel(['edition', 'check', broken]);
  expect(checked.code).toBe(1);
  expect(checked.lines).toContain('edition.yaml:1:7 year must be a whole number');
  const inJson = await laurel(['edition', 'check', broken, '--json']);
  expect(inJson.code).toBe(1);
  expect(JSON.parse(inJson.text())).toContainEqual(
    expect.objectContaining({ file: 'edition.yaml', line: 1, column: 7, field: 'year' }),
  );
});
