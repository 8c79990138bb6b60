import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { listen, runLaurel } from '@laurel/support/cli';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let dir: string;
let csv: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-nominees-'));
  cpSync(demoEditionDir, dir, { recursive: true });
  csv = join(dir, '..', `${Math.random().toString(36).slice(2)}.csv`);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
  rmSync(csv, { force: true });
});

const HEADER = 'nomination,niche,tag,name,link,logo,desc_en,desc_uk';
const SIMKA = (more: { link?: string; en?: string } = {}): string =>
  `best-affiliate-team,gambling,simka,Simka,${more.link ?? 'https://simka.example'},simka.svg,${more.en ?? 'The team from Dnipro that taught the market to count retention.'},"Команда з Дніпра, що навчила ринок рахувати ретеншн."`;
const NEWCOMER = 'donat,no-category,night-bus,Night Bus,,simka.svg,Drives all night.,Їздить усю ніч.';

const laurel = (lines: string[], argv: string[] = ['--yes'], ask?: () => Promise<string>) => {
  writeFileSync(csv, [HEADER, ...lines].join('\n'));
  return runLaurel(['nominees', 'import', csv, '--dir', dir, ...argv], { NODE_ENV: 'production' }, ask);
};
const stored = () =>
  Object.fromEntries(
    readdirSync(join(dir, 'nominations')).map((name) => [name, readFileSync(join(dir, 'nominations', name), 'utf8')]),
  );

describe('laurel nominees import', () => {
  it('shows what is worth a look in the table, and writes it', async () => {
    const rows = [NEWCOMER, NEWCOMER.replace('night-bus', 'bus').replace('Drives', '<u>Drives</u>')];
    const done = await laurel(rows);
    expect(done.code, done.text()).toBe(0);
    expect(done.problems.filter((line) => line.startsWith('Worth a look'))).toEqual([
      `Worth a look: ${csv}:3 name is also the name of the nominee "night-bus" at nominations/donat.yaml:56: voters can’t tell them apart`,
      `Worth a look: ${csv}:3 desc_en loses <u>. Before: <u>Drives</u> all night. After: Drives all night.`,
    ]);
    expect(done.lines).toContain(`Written. To see the effect on the vote: "laurel edition diff ${dir}".`);
  });

  it('adds and changes nominees, keeps comments and order, and removes no nominee', async () => {
    const file = join(dir, 'nominations/best-affiliate-team.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        '        link: https://simka.example\n',
        '        link: https://simka.example # since May\n',
      ),
    );
    const before = stored();
    const done = await laurel([SIMKA({ link: 'https://simka.example/new', en: 'New words.' }), NEWCOMER]);
    expect(done.code, done.text()).toBe(0);
    expect(done.lines).toEqual([
      'changed  best-affiliate-team/gambling/simka  link, desc_en  (line 2)',
      'new      donat/no-category/night-bus  (line 3)',
      '2 to write, 0 unchanged.',
      expect.stringContaining('laurel edition diff'),
    ]);
    const after = stored();
    expect(after['best-affiliate-team.yaml']).toBe(
      before['best-affiliate-team.yaml']
        ?.replace('https://simka.example #', 'https://simka.example/new #')
        .replace('The team from Dnipro that taught the market to count retention.', 'New words.'),
    );
    expect(after['donat.yaml']).toBe(
      `${before['donat.yaml']}      - tag: night-bus
        name: Night Bus
        logo: simka.svg
        desc:
          en: Drives all night.
          uk: Їздить усю ніч.
`,
    );
    const others = ({ 'donat.yaml': _, 'best-affiliate-team.yaml': __, ...rest }: Record<string, string>) => rest;
    expect(others(after)).toEqual(others(before));
    const { nominations } = await loadEdition(dir);
    expect(nominations.find(({ tag }) => tag === 'donat')?.categories[0]?.companies.at(-1)?.tag).toBe('night-bus');
  });

  it('writes nothing if nothing changes, also when repeated', async () => {
    const before = stored();
    expect((await laurel([SIMKA()], [])).lines).toEqual(['0 to write, 1 unchanged.']);
    expect(stored()).toEqual(before);
    await laurel([NEWCOMER]);
    const after = stored();
    expect((await laurel([NEWCOMER])).lines).toEqual(['0 to write, 1 unchanged.']);
    expect(stored()).toEqual(after);
  });

  it('adds, changes and removes a picture or a video, if the table has these columns', async () => {
    const header = `${HEADER},picture,picture_alt_en,picture_alt_uk,video`;
    const importing = (...cells: string[]) => {
      writeFileSync(csv, [header, `${NEWCOMER},${cells.join(',')}`].join('\n'));
      return runLaurel(['nominees', 'import', csv, '--dir', dir, '--yes'], { NODE_ENV: 'production' });
    };
    const newcomer = async () =>
      (await loadEdition(dir)).nominations.find(({ tag }) => tag === 'donat')?.categories[0]?.companies.at(-1);
    expect((await importing('hollow-oak.svg', 'A bus', 'Автобус', '')).code).toBe(0);
    expect((await newcomer())?.picture).toEqual({
      file: expect.stringMatching(/^hollow-oak\.[0-9a-f]{16}\.svg$/),
      alt: { en: 'A bus', uk: 'Автобус' },
    });
    const renamed = await importing('hollow-oak.svg', 'A night bus', 'Автобус', '');
    expect(renamed.lines[0]).toBe('changed  donat/no-category/night-bus  picture_alt_en  (line 2)');
    const missing = await importing('bus.svg', 'A night bus', 'Автобус', '');
    expect(missing.problems[0]).toBe(`${csv}:2 picture has no file pictures/bus.svg`);
    const filmed = await importing('', '', '', 'https://video.example/bus');
    expect(filmed.lines[0]).toBe('changed  donat/no-category/night-bus  picture, video  (line 2)');
    expect(await newcomer()).toMatchObject({ picture: null, video: 'https://video.example/bus' });
    // A table without the columns leaves them as they are.
    expect((await laurel([NEWCOMER])).lines).toEqual(['0 to write, 1 unchanged.']);
    expect(await newcomer()).toMatchObject({ video: 'https://video.example/bus' });
  });

  it('shows its changes, and asks for confirmation', async () => {
    const before = stored();
    const dry = await laurel([NEWCOMER], ['--dry-run']);
    expect(dry.lines).toEqual([
      'new      donat/no-category/night-bus  (line 2)',
      '1 to write, 0 unchanged.',
      'Nothing was written: this was a dry run.',
    ]);
    expect(JSON.parse((await laurel([NEWCOMER], ['--dry-run', '--json'])).lines.join('\n'))).toMatchObject({
      written: false,
      files: ['donat.yaml'],
      changes: [{ line: 2, kind: 'new' }],
    });
    expect(await laurel([NEWCOMER], [])).toMatchObject({
      code: 2,
      problems: expect.arrayContaining([expect.stringContaining('Add --yes')]),
    });
    expect((await laurel([NEWCOMER], [], async () => 'no')).code).toBe(2);
    expect(stored()).toEqual(before);
  });

  it.each([
    [
      'an unknown nomination',
      NEWCOMER.replace('donat', 'best-bus'),
      'nomination has no file nominations/best-bus.yaml',
    ],
    [
      'an unknown category',
      NEWCOMER.replace('no-category', 'buses'),
      'niche is not a category of nominations/donat.yaml',
    ],
    ['a logo that is not there', NEWCOMER.replace('simka.svg', 'bus.svg'), 'logo has no file logos/bus.svg'],
    [
      'another name under a known tag',
      NEWCOMER.replace('night-bus', 'simka'),
      'name must be the same for every nominee with the tag "simka"',
    ],
    ['a wrong link', NEWCOMER.replace(',,', ',nightbus,'), 'link must be a full link'],
  ])('refuses %s by line and column, and then writes none of the table', async (_, line, rule) => {
    const before = stored();
    const refused = await laurel([SIMKA({ en: 'New words.' }), line]);
    expect(refused.code).toBe(1);
    expect(refused.problems[0]).toContain(`${csv}:3 ${rule}`);
    expect(refused.problems.at(-1)).toBe('Nothing was written.');
    expect(stored()).toEqual(before);
  });

  it('reports other errors of the edition', async () => {
    writeFileSync(join(dir, 'edition.yaml'), 'year: soon\n');
    const refused = await laurel([NEWCOMER]);
    expect(refused).toMatchObject({
      code: 1,
      problems: expect.arrayContaining([expect.stringMatching(/^edition\.yaml:1:7 year must/)]),
    });
  });

  it('changes nothing if a file can’t be written', async () => {
    const before = stored();
    // A draft that can't be written: its name is a dangling link.
    symlinkSync(join(dir, 'no/where'), join(dir, 'nominations/.donat.yaml.draft'));
    const refused = await laurel([SIMKA({ en: 'New words.' }), NEWCOMER]);
    expect(refused).toMatchObject({
      code: 1,
      problems: expect.arrayContaining([expect.stringMatching(/can't be written \(ENOENT/)]),
    });
    expect(stored()).toEqual(before);
  });

  it('requires a table and an edition', async () => {
    const output = listen();
    expect(await runCli(['nominees', 'import', join(dir, 'none.csv'), '--dir', dir], output, {})).toBe(2);
    expect(await runCli(['nominees', 'import', csv, '--dir', join(dir, 'none')], output, {})).toBe(2);
    expect(output.problems).toEqual([
      expect.stringContaining("does not exist or can't be read"),
      expect.stringContaining('There is no edition in'),
    ]);
  });
});
