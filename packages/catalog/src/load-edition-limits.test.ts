import { expect, it, onTestFinished } from 'vitest';
import { filesOf } from './edition-files.ts';
import { checkEdition, loadEdition, loadPublishedEdition } from './load-edition.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';
import { readYaml } from './yaml-source.ts';

const MB = 1024 * 1024;

/** The text of a nomination's file with a size in bytes: a comment fills it up. */
const sized = (tag: string, order: number, bytes: number): string => {
  const text = SMALL_EDITION['nominations/best-solo.yaml']
    .replace('tag: best-solo', `tag: ${tag}`)
    .replace('order: 1', `order: ${order}`);
  return `${text}#${'x'.repeat(bytes - Buffer.byteLength(text) - 1)}`;
};

const check = async (files: Readonly<Record<string, string | undefined>>) => {
  const { directory, remove } = await writeEdition({ 'nominations/best-duo.yaml': undefined, ...files });
  onTestFinished(remove);
  return checkEdition(directory);
};

// This test fails without the limit: the edition was read.
it('the nominations may have 4 MB together', async () => {
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((tag, index) => [`nominations/${tag}.yaml`, sized(tag, index + 10, MB)]),
  );
  const solo = (bytes: number) => check({ ...files, 'nominations/best-solo.yaml': sized('best-solo', 1, bytes) });
  expect(await solo(MB)).toEqual([]);
  const extra = { 'nominations/d.yaml': sized('d', 20, 1_000) };
  expect(await check({ ...files, ...extra, 'nominations/best-solo.yaml': sized('best-solo', 1, MB) })).toMatchObject([
    { file: 'nominations', line: 1, column: 1, field: '', message: 'must not be larger than 4 MB together' },
  ]);
});

// This test fails without the turns: nothing else ran while the files were read.
it('other work runs after each nomination that is read', async () => {
  const nominations = Array.from(
    { length: 20 },
    (_, index) => [`nominations/n${index}.yaml`, Buffer.from(sized(`n${index}`, index + 10, 1_000))] as const,
  );
  const others = Object.entries(SMALL_EDITION).map(([file, text]) => [file, Buffer.from(text)] as const);
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  const edition = await loadEdition(filesOf(new Map([...others, ...nominations])));
  expect(edition.nominations).toHaveLength(22);
  expect(turns).toBeGreaterThanOrEqual(2 * 22 - 1);
});

// This test fails without the limit: 101 keys were accepted.
it('a group of a file may have 100 keys', () => {
  const keys = (count: number): Buffer => Buffer.from(Array.from({ length: count }, (_, n) => `k${n}: a\n`).join(''));
  expect(readYaml('x.yaml', keys(100))).toHaveProperty('data');
  expect(readYaml('x.yaml', keys(101))).toMatchObject([
    { line: 1, message: 'is not valid YAML: a group has more than 100 keys' },
  ]);
  const flow = `a: { ${Array.from({ length: 101 }, (_, n) => `k${n}: a`).join(', ')} }\n`;
  expect(readYaml('x.yaml', Buffer.from(flow))).toHaveLength(1);
  expect(readYaml('x.yaml', Buffer.from('a: 1\nb: 2\na: 3\n'))).toMatchObject([
    { line: 3, message: expect.stringContaining('Map keys must be unique') },
  ]);
});

// This test fails without the limits: it took ten seconds and more, and gave hundreds of thousands of problems.
it.each<[string, string, number, string]>([
  ['lists in lists', '['.repeat(900_000), 1, 'must not be nested deeper than 32 levels'],
  ['lists in lists of one line', '- '.repeat(500_000), 1, 'must not be nested deeper than 32 levels'],
  [
    'groups in groups',
    Array.from({ length: 1_400 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
    34,
    'must not be nested deeper than 32 levels',
  ],
  ['anchors', `a: 1\nb: ${'&a '.repeat(300_000)}`, 2, 'must not have more than 100 anchors (&), aliases (*) and tags'],
  ['documents', '---\n'.repeat(250_000), 2, 'is not valid YAML: it has several documents, separated by ---'],
])('a file of %s is refused with one problem', (_, text, line, message) => {
  expect(readYaml('x.yaml', Buffer.from(text))).toMatchObject([{ line, message }]);
});

it('of a file with many errors, the first twenty are listed', () => {
  expect(readYaml('x.yaml', Buffer.from(`a: "${'\\q'.repeat(500)}"`))).toHaveLength(20);
});

// This test fails without the limit: 600 problems were listed.
it('of an edition with many problems, 500 are listed, and the others counted', async () => {
  const keys = Array.from({ length: 90 }, (_, n) => `        k${n}: 1\n`).join('');
  const companies = Array.from({ length: 7 }, (_, n) => `      - tag: t${n}\n${keys}`).join('');
  const text = SMALL_EDITION['nominations/best-solo.yaml'].replace(/ {6}- tag: lone-pine[\s\S]*/, companies);
  const problems = await check({ 'nominations/best-solo.yaml': text });
  expect(problems).toHaveLength(500);
  expect(problems.at(-1)?.message).toMatch(/^is where 1\d\d more problems begin, which are not listed$/);
});

// This test fails without the check: the edition was accepted.
it('half a character of UTF-16 is refused in a new edition, wherever it is, and read in a published one', async () => {
  const half = '\\ud83c';
  const edition = SMALL_EDITION['edition.yaml']
    .replace('en: The hall decides', `en: "The hall ${half}"`)
    .replace('privacy: https://small.example/privacy', `privacy: "https://small.example/${half}"`)
    .replace('help@small.example', `"help@small.example${half}"`);
  const message = 'must not contain half a character, like "\\ud83c" without what follows it';
  expect(await check({ 'edition.yaml': edition })).toEqual([
    expect.objectContaining({ field: 'texts.hero.title.en', line: 6, message }),
    expect.objectContaining({ field: 'links.privacy', line: 59, message }),
    expect.objectContaining({ field: 'supportEmail', line: 61, message }),
    expect.objectContaining({ field: 'supportEmail', line: 61, message: 'must be an email address' }),
  ]);
  const pair = SMALL_EDITION['edition.yaml'].replace('en: The hall decides', 'en: "The hall \\ud83c\\udfc6"');
  expect(await check({ 'edition.yaml': pair })).toEqual([]);

  const files = {
    ...SMALL_EDITION,
    'edition.yaml': edition.replace(/^supportEmail:.*$/m, 'supportEmail: help@small.example'),
  };
  const stored = new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
  expect((await loadPublishedEdition(stored)).texts.hero.title.en).toBe('The hall \ud83c');
});
