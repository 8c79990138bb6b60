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
const DUO = 'nominations/best-duo.yaml';
const SOLO = 'nominations/best-solo.yaml';
const duo = SMALL_EDITION[DUO];
const solo = SMALL_EDITION[SOLO];
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
  const told = async (files: EditionFiles): Promise<string[]> =>
    (await check(files)).map(({ file, line, field, message }) => `${file}:${line} ${field} ${message}`);

  it('rejects duplicate tags and orders', async () => {
    const twice = duo
      .replace('tag: two-owls', 'tag: lone-pine')
      .replace(/name: \{ en: Two.*\n.*\n/, 'name: Lone Pine\n        logo: lone-pine.svg\n')
      .replace('tag: crypto', 'tag: dating')
      .replace('order: 2', 'order: 1');
    expect(await told({ [DUO]: twice })).toEqual([
      `${DUO}:16 categories[0].companies[1].tag must be unique: company "lone-pine" is already at ${DUO}:9`,
      `${DUO}:21 categories[1].tag must be unique: category "dating" is already at ${DUO}:6`,
      `${SOLO}:2 order must be unique: order "1" is already at ${DUO}:2`,
    ]);
  });

  it('rejects a tag that differs from the file name, and a duplicate nomination', async () => {
    expect(await told({ [SOLO]: solo.replace('tag: best-solo', 'tag: best-duo') })).toEqual([
      `${SOLO}:1 tag must be the file’s name without .yaml, which is best-solo`,
      `${SOLO}:1 tag must be unique: nomination "best-duo" is already at ${DUO}:1`,
    ]);
  });

  it('NM-09 requires the same name and logo wherever a tag is used', async () => {
    const other = solo
      .replace('name: Lone Pine', 'name: { en: Lone Pine, uk: Самотня сосна }')
      .replace('lone-pine.svg', 'two-owls.svg');
    const rule = `must be the same for every nominee with the tag "lone-pine": compare ${DUO}:9`;
    expect(await told({ [SOLO]: other })).toEqual([
      `${SOLO}:9 categories[0].companies[0].name ${rule}`,
      `${SOLO}:10 categories[0].companies[0].logo ${rule}`,
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
  const FILE = 'edition.yaml';
  const NONE = { [DUO]: undefined, [SOLO]: undefined };
  // Nine lists of nine aliases each, of which each is a list of nine aliases.
  const BOMB = Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : Array(9).fill(`*a${n - 1}`)}]\n`);

  it.each<[string, EditionFiles, number, RegExp, file?: string, field?: string]>([
    ['edition.yaml is missing', { [FILE]: undefined }, 1, /^is missing/],
    ['there is no nomination', NONE, 1, /^must hold at least one nomination$/, 'nominations'],
    [
      'a nomination’s file is misnamed, but ignores hidden files',
      { 'nominations/best-trio.yml': solo, 'nominations/.DS_Store': 'x' },
      1,
      /^must end in \.yaml/,
      'nominations/best-trio.yml',
    ],
    ['a quote is open', { [FILE]: `${edition}broken: "no end\n` }, 64, /^is not valid YAML: Missing closing "quote/],
    ['a key is there twice', { [FILE]: `${edition}year: 2032\n` }, 63, /^is not valid YAML: Map keys must be unique/],
    ['an alias has no anchor', { [FILE]: edition.replace('2031', '*year') }, 1, /^is not valid YAML: Unresolved alias/],
    ['a tag is unknown', { [FILE]: edition.replace('2031', '!!js 2031') }, 1, /^is not valid YAML: Unresolved tag/],
    ['there are too many aliases', { [FILE]: BOMB.join('') }, 1, /^is not valid YAML: Excessive alias count/],
    ['a file is a list', { [FILE]: '- 1\n' }, 1, /^must be a group of keys$/],
    ['a file is empty', { [FILE]: '' }, 1, /^is required$/],
    ['a nomination is a text', { [SOLO]: 'text' }, 1, /^must be a group of keys$/, SOLO],
    ['__proto__ is not a key', { [FILE]: `${edition}__proto__: { year: 1 }\n` }, 63, /not a key/, FILE, '__proto__'],
    ['a file is not UTF-8', { [FILE]: Buffer.from([0x61, 0xff]) }, 1, /^must be saved as UTF-8$/],
    ['a file is too large', { [FILE]: '#'.repeat(1024 * 1024 + 1) }, 1, /^must not be larger than 1 MB$/],
  ])('%s', async (_, files, line, message, file = FILE, field = '') => {
    expect(await check(files)).toMatchObject([{ file, line, field, message: expect.stringMatching(message) }]);
  });

  it('there is no directory at all', async () => {
    expect(await checkEdition(join(await editionWith(), 'nowhere'))).toHaveLength(2);
  });
});
