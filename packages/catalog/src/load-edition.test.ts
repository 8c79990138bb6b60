import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkEdition, loadEdition } from './load-edition.ts';
import { EditionError } from './problem.ts';
import { type EditionFiles, SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const editionWith = async (files: EditionFiles = {}): Promise<string> => {
  const { directory, remove } = await writeEdition(files);
  onTestFinished(remove);
  return directory;
};
const check = async (files: EditionFiles) => checkEdition(await editionWith(files));
const duo = SMALL_EDITION['nominations/best-duo.yaml'];
const solo = SMALL_EDITION['nominations/best-solo.yaml'];
const edition = SMALL_EDITION['edition.yaml'];

describe('a valid edition', () => {
  it('NM-08 NM-09 NM-11 holds nominations in their order, with categories, companies and texts in both languages', async () => {
    const directory = await editionWith();
    const loaded = await loadEdition(directory);
    expect(await checkEdition(directory)).toEqual([]);
    expect(loaded.nominations.map(({ tag, backgroundName }) => [tag, backgroundName])).toEqual([
      ['best-solo', ''],
      ['best-duo', 'sphere'],
    ]);
    const [pine, owls] = loaded.nominations[1]?.categories[0]?.companies ?? [];
    expect(pine).toMatchObject({
      tag: 'lone-pine',
      name: { en: 'Lone Pine', uk: 'Lone Pine' },
      link: 'https://pine.example',
      desc: { en: 'Stands alone.<br />Always has.', uk: 'Стоїть осторонь.<br />Так було завжди.' },
    });
    expect(owls).toMatchObject({ name: { en: 'Two Owls', uk: 'Дві сови' }, link: '' });
    expect(loaded.phases.votingClosesAt).toEqual(new Date('2031-03-20T08:00:00Z'));
    expect(loaded.results).toEqual({ visibility: 'hidden', staff: 'open', publishEvery: { seconds: 30, votes: 5 } });
  });

  it('gets defaults for missing keys', async () => {
    const required = edition
      .replace(/^notices:\n( .*\n)+phases:\n( .*\n)+results:\n( .*\n)+/m, 'notices:\nphases:\n')
      .replace(/^blockedRegions.*\n/m, '')
      .replace(/^ +(accent|note|privacy|rules): .*\n/gm, '')
      .replace(/^ {4}lead: \{.*\n/m, '');
    const loaded = await loadEdition(await editionWith({ 'edition.yaml': required }));
    expect(loaded.notices).toEqual({ maintenance: null, votingIntro: null, winnersAnnounced: null });
    expect(loaded.phases).toEqual({ votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null });
    expect(loaded.results).toEqual({ visibility: 'live', staff: 'open', publishEvery: { seconds: 1, votes: 1 } });
    expect(loaded.texts.hero.accent).toBeNull();
    expect(loaded.texts.nominations.lead).toBeNull();
    expect(loaded.links).toMatchObject({ privacy: null, rules: null, social: { media: { note: null } } });
  });

  it('gets defaults for missing keys of results', async () => {
    const text = edition.replace(/^results:\n( .*\n)+/m, 'results:\n  publishEvery:\n    seconds: 60\n');
    const loaded = await loadEdition(await editionWith({ 'edition.yaml': text }));
    expect(loaded.results).toEqual({ visibility: 'live', staff: 'open', publishEvery: { seconds: 60, votes: 1 } });
  });

  it('VA-06 blocks the default regions unless the edition lists its own', async () => {
    const own = await editionWith();
    const none = await editionWith({ 'edition.yaml': edition.replace(/^blockedRegions.*\n/m, '') });
    const nobody = await editionWith({
      'edition.yaml': edition.replace(/^blockedRegions.*\n/m, 'blockedRegions: []\n'),
    });
    expect((await loadEdition(own)).blockedRegions).toEqual(['93', '355']);
    expect((await loadEdition(none)).blockedRegions).toEqual(DEFAULT_BLOCKED_REGIONS);
    expect((await loadEdition(nobody)).blockedRegions).toEqual([]);
  });

  it('is deeply frozen', async () => {
    const loaded = await loadEdition(await editionWith());
    const companies = loaded.nominations[0]?.categories[0]?.companies;
    for (const part of [
      loaded,
      loaded.texts.hero.title,
      loaded.blockedRegions,
      companies,
      companies?.[0]?.desc,
      loaded.logos[0],
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('names each logo by its content and lists it once', async () => {
    const directory = await editionWith();
    const { logos, nominations } = await loadEdition(directory);
    const bytes = await readFile(join(directory, 'logos/lone-pine.svg'));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    expect(logos.map(({ file }) => file).sort()).toEqual(['lone-pine.svg', 'two-owls.svg']);
    expect(logos.find(({ file }) => file === 'lone-pine.svg')).toEqual({
      file: 'lone-pine.svg',
      body: bytes,
      publicName: `lone-pine.${hash}.svg`,
      contentType: 'image/svg+xml',
      hash,
      size: bytes.length,
    });
    expect(nominations[0]?.categories[0]?.companies[0]?.logo).toBe(`lone-pine.${hash}.svg`);
  });

  it('holds the picture or the video of a nominee, and each picture once', async () => {
    const alt = { en: 'Owls at dusk', uk: 'Сови в сутінках' };
    const directory = await editionWith({
      'nominations/best-duo.yaml': duo.replace(
        /( {8}desc: \{ en: Awake.*\n)/,
        (line) => `${line}        picture: { file: dusk.svg, alt: { en: ${alt.en}, uk: ${alt.uk} } }\n`,
      ),
      'nominations/best-solo.yaml': `${solo}        video: https://video.example/pine\n`,
      'pictures/dusk.svg': SMALL_EDITION['logos/two-owls.svg'],
      'pictures/unused.svg': 'nobody reads this',
    });
    const { nominations, pictures } = await loadEdition(directory);
    const [dusk, ...others] = pictures;
    expect(others).toEqual([]);
    expect(dusk).toMatchObject({
      file: 'dusk.svg',
      publicName: `dusk.${dusk?.hash}.svg`,
      contentType: 'image/svg+xml',
    });
    const [soloist, duet] = nominations.map(({ categories }) => categories[0]?.companies);
    expect(soloist?.[0]).toMatchObject({ picture: null, video: 'https://video.example/pine' });
    expect(duet?.[0]).toMatchObject({ picture: null, video: null });
    expect(duet?.[1]).toMatchObject({ picture: { file: dusk?.publicName, alt }, video: null });
  });
});

describe('checkEdition across lines and files', () => {
  it('rejects duplicate tags and orders', async () => {
    const twice = duo
      .replace('tag: two-owls', 'tag: lone-pine')
      .replace(/name: \{ en: Two.*\n.*\n/, 'name: Lone Pine\n        logo: lone-pine.svg\n');
    expect(
      await check({
        'nominations/best-duo.yaml': twice.replace('tag: crypto', 'tag: dating').replace('order: 2', 'order: 1'),
      }),
    ).toMatchObject([
      {
        file: 'nominations/best-duo.yaml',
        line: 16,
        field: 'categories[0].companies[1].tag',
        message: 'must be unique: company "lone-pine" is already at nominations/best-duo.yaml:9',
      },
      {
        file: 'nominations/best-duo.yaml',
        line: 21,
        field: 'categories[1].tag',
        message: 'must be unique: category "dating" is already at nominations/best-duo.yaml:6',
      },
      {
        file: 'nominations/best-solo.yaml',
        line: 2,
        field: 'order',
        message: 'must be unique: order "1" is already at nominations/best-duo.yaml:2',
      },
    ]);
  });

  it('rejects a tag that differs from the file name, and a duplicate nomination', async () => {
    expect(
      await check({ 'nominations/best-solo.yaml': solo.replace('tag: best-solo', 'tag: best-duo') }),
    ).toMatchObject([
      {
        file: 'nominations/best-solo.yaml',
        line: 1,
        field: 'tag',
        message: 'must be the file’s name without .yaml, which is best-solo',
      },
      {
        file: 'nominations/best-solo.yaml',
        line: 1,
        field: 'tag',
        message: 'must be unique: nomination "best-duo" is already at nominations/best-duo.yaml:1',
      },
    ]);
  });

  it('NM-09 requires the same name and logo wherever a tag is used', async () => {
    const other = solo
      .replace('name: Lone Pine', 'name: { en: Lone Pine, uk: Самотня сосна }')
      .replace('lone-pine.svg', 'two-owls.svg');
    const message = 'must be the same for every nominee with the tag "lone-pine": compare nominations/best-duo.yaml:9';
    expect(await check({ 'nominations/best-solo.yaml': other })).toMatchObject([
      { file: 'nominations/best-solo.yaml', line: 9, field: 'categories[0].companies[0].name', message },
      { file: 'nominations/best-solo.yaml', line: 10, field: 'categories[0].companies[0].logo', message },
    ]);
  });

  it('reports all problems at once, by file and line', async () => {
    const directory = await editionWith({
      'edition.yaml': edition.replace('year: 2031', 'year: 1').replace('help@small.example', 'nobody'),
      'nominations/best-duo.yaml': duo.replace('order: 2', 'order: 1').replace('uk: Дві сови', 'pl: Dwie sowy'),
      'nominations/best-solo.yaml': solo.replace('logo: lone-pine.svg', 'logo: gone.svg'),
    });
    const failure = await loadEdition(directory).catch((error: unknown) => error);
    if (!(failure instanceof EditionError)) throw new Error('an EditionError was expected');
    expect(failure.problems.map(({ file, line, field }) => [file, line, field])).toEqual([
      ['edition.yaml', 1, 'year'],
      ['edition.yaml', 61, 'supportEmail'],
      ['nominations/best-duo.yaml', 17, 'categories[0].companies[1].name.uk'],
      ['nominations/best-duo.yaml', 17, 'categories[0].companies[1].name.pl'],
      ['nominations/best-solo.yaml', 2, 'order'],
      ['nominations/best-solo.yaml', 10, 'categories[0].companies[0].logo'],
      ['nominations/best-solo.yaml', 10, 'categories[0].companies[0].logo'],
    ]);
    expect(failure.message).toContain('\nedition.yaml:1:7 year must be a whole number from 2000 to 2100\n');
  });
});

describe('checkEdition reports that', () => {
  const at = (file: string, line: number, message: RegExp) => [
    { file, line, field: '', message: expect.stringMatching(message) },
  ];

  it('edition.yaml is missing', async () => {
    expect(await check({ 'edition.yaml': undefined })).toMatchObject(at('edition.yaml', 1, /^is missing/));
  });

  it('there is no nomination, or no directory at all', async () => {
    const none = { 'nominations/best-duo.yaml': undefined, 'nominations/best-solo.yaml': undefined };
    expect(await check(none)).toMatchObject(at('nominations', 1, /^must hold at least one nomination$/));
    expect(await checkEdition(join(await editionWith(), 'nowhere'))).toHaveLength(2);
  });

  it('a nomination’s file is misnamed, but ignores hidden files', async () => {
    expect(await check({ 'nominations/best-trio.yml': solo, 'nominations/.DS_Store': 'x' })).toMatchObject(
      at('nominations/best-trio.yml', 1, /^must end in \.yaml/),
    );
  });

  it('YAML is malformed, with its line', async () => {
    expect(await check({ 'edition.yaml': `${edition}broken: "no end\n` })).toMatchObject([
      { file: 'edition.yaml', line: 64, message: expect.stringMatching(/^is not valid YAML: Missing closing "quote/) },
    ]);
    expect(await check({ 'edition.yaml': `${edition}year: 2032\n` })).toMatchObject(
      at('edition.yaml', 63, /^is not valid YAML: Map keys must be unique/),
    );
    expect(await check({ 'edition.yaml': edition.replace('2031', '*year') })).toMatchObject(
      at('edition.yaml', 1, /^is not valid YAML: Unresolved alias/),
    );
    expect(await check({ 'edition.yaml': edition.replace('2031', '!!js 2031') })).toMatchObject(
      at('edition.yaml', 1, /^is not valid YAML: Unresolved tag/),
    );
  });

  it('YAML contains no keys', async () => {
    expect(await check({ 'edition.yaml': '- 1\n' })).toMatchObject(at('edition.yaml', 1, /^must be a group of keys$/));
    expect(await check({ 'edition.yaml': '' })).toMatchObject(at('edition.yaml', 1, /^is required$/));
    expect(await check({ 'nominations/best-solo.yaml': 'text' })).toMatchObject(
      at('nominations/best-solo.yaml', 1, /^must be a group of keys$/),
    );
  });

  it('__proto__ is not a key', async () => {
    expect(await check({ 'edition.yaml': `${edition}__proto__: { year: 1 }\n` })).toMatchObject([
      { file: 'edition.yaml', line: 63, field: '__proto__' },
    ]);
  });

  it('there are too many aliases', async () => {
    const bomb = Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : Array(9).fill(`*a${n - 1}`)}]`);
    expect(await check({ 'edition.yaml': `${bomb.join('\n')}\n` })).toMatchObject(
      at('edition.yaml', 1, /^is not valid YAML: Excessive alias count/),
    );
  });

  it('a file is not UTF-8 or too large', async () => {
    expect(await check({ 'edition.yaml': Buffer.from([0x61, 0xff]) })).toMatchObject(
      at('edition.yaml', 1, /^must be saved as UTF-8$/),
    );
    expect(await check({ 'edition.yaml': '#'.repeat(1024 * 1024 + 1) })).toMatchObject(
      at('edition.yaml', 1, /^must not be larger than 1 MB$/),
    );
  });
});
