import type { EditionEdit } from '@laurel/contracts/console/calls/editor';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoEditionDir } from './demo-edition.ts';
import { editEdition, readFields } from './edit-edition.ts';
import { filesOf } from './edition-files.ts';
import { inspectEdition, loadEditionWithFiles } from './load-edition.ts';

const NOMINEES = 'nominations.best-partner.categories.gambling.companies';
const TEAMS = 'nominations.best-affiliate-team.categories.gambling.companies';

let demo: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  demo = (await loadEditionWithFiles(demoEditionDir)).files;
});

const textOf = (files: ReadonlyMap<string, Buffer>, file: string): string => files.get(file)?.toString() ?? '';
const edited = (...edits: EditionEdit[]) => {
  const { files, conflicts } = editEdition(demo, edits);
  expect(conflicts).toEqual([]);
  return files;
};
/** The edition in edited files, which must be valid. */
const valid = async (...edits: EditionEdit[]) => {
  const { edition, problems } = await inspectEdition(filesOf(edited(...edits)));
  expect(problems).toEqual([]);
  return edition;
};
const nomineesOf = (edition: Awaited<ReturnType<typeof valid>>, category = 'gambling') =>
  edition?.nominations
    .find(({ tag }) => tag === 'best-partner')
    ?.categories.find(({ tag }) => tag === category)
    ?.companies.map(({ tag }) => tag) ?? [];
const set = (field: string, before: unknown, after: unknown): EditionEdit =>
  ({ kind: 'set', field, before, after }) as EditionEdit;

describe('an edit of an edition', () => {
  it('names the field of an item without a tag by its place, and is not made if another item is there now', () => {
    const items = (...names: string[]) => names.map((name) => ({ name, logo: 'a.svg' }));
    const field = `${NOMINEES.replace('companies', 'sponsors')}`;
    const first = editEdition(demo, [
      set(field, null, items('A', 'B')),
      set(`${field}.1.name`, 'B', 'C'),
      set(`${field}.0.link`, null, 'https://a.example'),
      set(field, [{ name: 'A', logo: 'a.svg', link: 'https://a.example' }, ...items('C')], items('C', 'D')),
      set(`${field}.0.name`, 'A', 'E'),
      set(`${field}.2.name`, null, 'F'),
    ]);
    expect(first.conflicts).toEqual([
      { edit: 4, current: 'C' },
      { edit: 5, current: null },
    ]);
    expect(textOf(first.files, 'nominations/best-partner.yaml')).toContain('- name: D');
  });

  it('sets a field and keeps the comments and all other lines of its file', async () => {
    const edit = set('texts.hero.title.en', 'The industry picks', 'The industry: picks "its" best');
    expect((await valid(edit))?.texts.hero.title.en).toBe('The industry: picks "its" best');
    const comments = (text: string) => text.match(/^ *#.*$/gm);
    expect(comments(textOf(edited(edit), 'edition.yaml'))).toEqual(comments(textOf(demo, 'edition.yaml')));
    for (const [file, content] of edited(edit)) if (file !== 'edition.yaml') expect(content).toBe(demo.get(file));
  });

  it('renames a nominee in all categories where it stands', async () => {
    const edition = await valid(set(`${TEAMS}.orbit-crew.name.uk`, 'Orbit Crew', 'Орбіта'));
    const names = edition?.nominations
      .flatMap(({ categories }) => categories.flatMap(({ companies }) => companies))
      .flatMap(({ tag, name }) => (tag === 'orbit-crew' ? name.uk : []));
    expect([new Set(names), (names?.length ?? 0) > 1]).toEqual([new Set(['Орбіта']), true]);
  });

  it('makes groups that are missing, and removes a field', async () => {
    const closes = '2026-11-01T10:00:00+02:00';
    const moved = await valid(set('phases.votingClosesAt', null, closes), set('reverify.phone', null, 12));
    expect(moved?.phases.votingClosesAt).toEqual(new Date(closes));
    const without = await valid(set('phases.votingOpensAt', '2025-09-01T10:00:00+03:00', null));
    expect(without?.phases.votingOpensAt).toBeNull();
  });

  // This test fails if the value of before is not compared: the later of two people takes back what the first one wrote.
  it('is refused with what is there now, if somebody else changed the field, and is done if it is there already', () => {
    const first = editEdition(demo, [set('texts.hero.title.en', 'The industry picks', 'One')]);
    const second = editEdition(first.files, [
      set('texts.hero.title.en', 'The industry picks', 'Two'),
      set('texts.hero.title.en', 'The industry picks', 'One'),
      set('texts.hero.title.uk', 'Індустрія обирає', 'Два'),
    ]);
    expect(second.conflicts).toEqual([{ edit: 0, current: 'One' }]);
    expect(textOf(second.files, 'edition.yaml')).toContain('uk: Два');
  });

  it('gives a nominee with one name a name for each language', async () => {
    const [tag = ''] = nomineesOf(await valid());
    const one = editEdition(demo, [set(`${NOMINEES}.${tag}.name`, readName(tag), 'One')]).files;
    const { files, conflicts } = editEdition(one, [set(`${NOMINEES}.${tag}.name.uk`, 'One', 'Один')]);
    expect(conflicts).toEqual([]);
    const nominee = nomineesIn(files).find((each) => each.tag === tag);
    expect(nominee?.name).toEqual({ en: 'One', uk: 'Один' });
  });

  it('adds, moves and removes nominees, also into another category', async () => {
    const before = nomineesOf(await valid());
    const [first = '', second = ''] = before;
    const [like] = nomineesIn(demo);
    const added = { ...like, tag: 'new-one', name: 'New one' };
    expect(nomineesOf(await valid({ kind: 'add', list: NOMINEES, item: added, at: 1 }))).toEqual([
      first,
      'new-one',
      ...before.slice(1),
    ]);
    expect(nomineesOf(await valid({ kind: 'move', item: `${NOMINEES}.${first}`, list: NOMINEES, at: 1 }))).toEqual([
      second,
      first,
      ...before.slice(2),
    ]);
    const other = NOMINEES.replace('gambling', 'crypto');
    const moved = await valid({ kind: 'move', item: `${NOMINEES}.${first}`, list: other, at: 0 });
    expect([nomineesOf(moved).includes(first), nomineesOf(moved, 'crypto')[0]]).toEqual([false, first]);
    expect(nomineesOf(await valid({ kind: 'remove', item: `${NOMINEES}.${second}` }))).not.toContain(second);
  });

  it('adds, moves and removes nominations', async () => {
    const tagsOf = async (...edits: EditionEdit[]) => (await valid(...edits))?.nominations.map(({ tag }) => tag) ?? [];
    const before = await tagsOf();
    const [first = '', second = ''] = before;
    expect(await tagsOf({ kind: 'move', item: `nominations.${first}`, list: 'nominations', at: 1 })).toEqual([
      second,
      first,
      ...before.slice(2),
    ]);
    expect(await tagsOf({ kind: 'remove', item: `nominations.${second}` })).not.toContain(second);
    const categories = [{ tag: 'only', name: { en: 'Only', uk: 'Єдина' }, companies: nomineesIn(demo).slice(0, 1) }];
    const item = { tag: 'new-one', order: 1, title: { en: 'New', uk: 'Нова' }, categories };
    const added = { kind: 'add', list: 'nominations', item, at: 2 } as EditionEdit;
    expect((await tagsOf(added))[2]).toBe('new-one');
  });

  it.each<[string, EditionEdit, unknown]>([
    ['an item that is gone', { kind: 'remove', item: `${NOMINEES}.nobody` }, null],
    [
      'an item of a list that is gone',
      { kind: 'move', item: 'nominations.none.categories.a', list: 'nominations.none.categories', at: 0 },
      null,
    ],
    ['a nomination that is gone', { kind: 'remove', item: 'nominations.none' }, null],
    [
      'a field of a nominee that is gone',
      { kind: 'set', field: `${NOMINEES}.nobody.link`, before: null, after: 'x' },
      null,
    ],
    ['a tag that is taken', { kind: 'add', list: 'nominations', item: { tag: 'best-partner' }, at: 0 }, 'best-partner'],
  ])('is refused for %s', (_what, edit, current) => {
    const { files, conflicts } = editEdition(demo, [edit]);
    expect(conflicts).toEqual([{ edit: 0, current }]);
    expect(new Map(files)).toEqual(new Map(demo));
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the parsed content of a file
type Parsed = any;
const nomineesIn = (files: ReadonlyMap<string, Buffer>): Parsed[] =>
  readFields(files)
    .nominations.map((each: Parsed) => each)
    .find(({ tag }) => tag === 'best-partner')
    .categories.find(({ tag }: Parsed) => tag === 'gambling').companies;
const readName = (tag: string): Parsed => nomineesIn(demo).find((each) => each.tag === tag).name;
