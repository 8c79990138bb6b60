// cspell:ignore naikrashchyi romashka novyi
import { describe, expect, it } from 'vitest';
import { changeDraft, changedFiles, type DraftChange, type PictureChange, type TableChange } from './change-draft.ts';
import { demoEditionDir } from './demo-edition.ts';
import { loadEditionWithFiles } from './load-edition.ts';

const demo = await loadEditionWithFiles(demoEditionDir);
/** An edition without nominations, as a new award has it. */
const empty = new Map([...demo.files].filter(([file]) => file === 'edition.yaml'));
const PLACE = 'nominations.best-affiliate-team.categories.gambling';
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
);

const table = (lines: readonly string[], more: Partial<TableChange> = {}): TableChange => ({
  kind: 'table',
  content: Buffer.from(lines.join('\n')),
  name: 'nominees.csv',
  apply: true,
  ...more,
});
const change = (files: ReadonlyMap<string, Buffer>, ...changes: readonly DraftChange[]) =>
  changes.reduce(
    async (draft, each) => changeDraft((await draft).files, each),
    changeDraft(files, { kind: 'edits', edits: [] }),
  );
const text = (files: ReadonlyMap<string, Buffer>, file: string): string => files.get(file)?.toString() ?? '';

describe('a draft that is only read', () => {
  it('keeps its files to the byte, and says what they say', async () => {
    const read = await change(demo.files);
    expect(changedFiles(demo.files, read.files)).toEqual({ changed: new Map(), removed: [] });
    expect(read).toMatchObject({ problems: [], fields: { edition: { year: demo.edition.year } } });
    expect(read.fields.nominations).toHaveLength(demo.edition.nominations.length);
  });

  it('keeps its pictures while a file has a problem', async () => {
    const broken = new Map([...demo.files, ['nominations/best-partner.yaml', Buffer.from('tag: [')]]);
    const { files, problems } = await change(broken);
    expect(files.size).toBe(demo.files.size);
    expect(problems.map(({ file }) => file)).toContain('nominations/best-partner.yaml');
  });

  it.each([
    ['a mistake in its syntax', 'tag: ['],
    ['aliases that multiply', `a: &a [1, 1]\nb: &b [*a, *a]\ntag: [${'*b, '.repeat(90)}*b]`],
  ])('is edited around a file with %s', async (_what, text) => {
    const broken = new Map([...demo.files, ['nominations/best-partner.yaml', Buffer.from(text)]]);
    const edits = ['nominations.best-partner.title.en', 'year'].map((field) => ({
      ...{ kind: 'set' as const, field, before: field === 'year' ? demo.edition.year : 'x', after: 2031 },
    }));
    const edited = await change(broken, { kind: 'edits', edits });
    expect(edited.conflicts).toEqual([{ edit: 0, current: null }]);
    expect(edited.fields).toMatchObject({ edition: { year: 2031 }, nominations: expect.arrayContaining([null]) });
    const { table: outcome } = await change(broken, table(['Nomination;Name', 'best-partner;Orbit']));
    expect(outcome).toMatchObject({ problems: [{ rule: 'oneOf' }] });
  });
});

describe('a table for a draft', () => {
  const HEADER = 'Nomination;Category;Name;Description';

  it('makes the nominations and categories that it names, once each, in their order', async () => {
    const { table: outcome, fields } = await change(
      empty,
      table([
        HEADER,
        'Best Team;Crypto;Orbit;Text.',
        'Найкращий гурт;;Ромашка;Текст.',
        'best team;crypto;Kite;Text.',
        'Best Team;Dating;Kite;Text.',
      ]),
    );
    expect(outcome).toMatchObject({ added: 4, changed: 0, problems: [], applied: true });
    expect(outcome?.places).toEqual(['Best Team', 'Crypto', 'Найкращий гурт', 'Dating']);
    expect(fields.nominations).toMatchObject([
      {
        tag: 'best-team',
        order: 10,
        title: { en: 'Best Team', uk: 'Best Team' },
        categories: [
          { tag: 'crypto', companies: [{ tag: 'orbit' }, { tag: 'kite' }] },
          { tag: 'dating', companies: [{ tag: 'kite' }] },
        ],
      },
      { tag: 'naikrashchyi-hurt', order: 20, categories: [{ tag: 'no-category', companies: [{ tag: 'romashka' }] }] },
    ]);
  });

  it('changes nothing until it is applied, and says what it would do', async () => {
    const lines = [HEADER, 'Best Team;Crypto;Orbit;Text.', ';;;', 'Best Team;Crypto;Orbit;Again.'];
    const { table: outcome, files } = await change(empty, table(lines, { apply: false }));
    expect(files).toEqual(empty);
    expect(outcome).toMatchObject({
      columns: ['nomination', 'category', 'name', 'desc'],
      places: ['Best Team', 'Crypto'],
      added: 1,
      problems: [{ line: 4, column: 'Name', rule: 'nomineeAgain' }],
      applied: false,
    });
  });

  it('puts rows without a place where they were dropped, and names the pictures that are missing', async () => {
    const block = table(['Orbit Nine\tText.\torbit.png'], {
      columns: ['name', 'desc', 'logo'],
      within: PLACE,
      name: '',
    });
    const { table: outcome, fields } = await change(demo.files, block);
    expect(outcome).toMatchObject({
      added: 1,
      problems: [],
      wanted: [{ nominee: `${PLACE}.companies.orbit-nine`, file: 'orbit.png' }],
    });
    expect(JSON.stringify(fields.nominations)).toContain('"orbit-nine"');
  });

  it('is refused as a whole if it is no table', async () => {
    const { table: outcome, files } = await change(demo.files, table(['%PDF-1.7']));
    expect(outcome).toMatchObject({ applied: false, problems: [{ rule: 'tableKind' }] });
    expect(files).toEqual(demo.files);
  });
});

describe('a picture for a draft', () => {
  const first =
    demo.edition.nominations.find(({ tag }) => tag === 'best-affiliate-team')?.categories[0]?.companies[0]?.tag ?? '';
  const picture = (more: Partial<PictureChange> = {}): PictureChange => ({
    ...{ kind: 'picture', nominee: `${PLACE}.companies.${first}`, use: 'logo', content: LOGO, name: 'Новий.svg' },
    ...more,
  });

  it('takes the place of the nominee’s logo in all its categories, and the logo of before is left out', async () => {
    const own = await change(demo.files, picture({ name: 'First.svg' }));
    const { files, picture: outcome, problems } = await changeDraft(own.files, picture());
    expect([outcome, problems]).toEqual([{ file: 'novyi.svg', notes: [] }, []]);
    expect(files.get('logos/novyi.svg')).toEqual(LOGO);
    expect(files.has('logos/first.svg')).toBe(false);
    expect(text(files, 'nominations/best-affiliate-team.yaml')).toContain('logo: novyi.svg');
  });

  it('keeps other pictures whose file has the same name, and each picture once', async () => {
    const own = await change(demo.files, picture());
    expect((await changeDraft(own.files, picture())).picture?.file).toBe('novyi.svg');
    const other = Buffer.from(LOGO.toString().replaceAll('9', '8'));
    const { files, picture: outcome } = await changeDraft(own.files, picture({ content: other }));
    expect(outcome?.file).toBe('novyi-2.svg');
    expect(files.get('logos/novyi-2.svg')).toEqual(other);
  });

  it('is the logo of a sponsor, which its place names', async () => {
    const sponsors = [{ name: 'A' }, { name: 'B' }];
    const edits = [{ kind: 'set' as const, field: 'sponsors', before: null, after: sponsors }];
    const both = { kind: 'edits' as const, edits };
    const { files, fields, problems } = await change(
      demo.files,
      both,
      picture({ nominee: 'sponsors.0' }),
      picture({ nominee: 'sponsors.1' }),
    );
    expect(fields.edition).toMatchObject({ sponsors: sponsors.map((each) => ({ ...each, logo: 'novyi.svg' })) });
    expect([problems, files.has('logos/novyi.svg')]).toEqual([[], true]);
    const gone = await change(files, picture({ nominee: 'sponsors.2' }));
    expect(gone.conflicts).toHaveLength(1);
  });

  it('is refused with the reason if it is no picture, and if the nominee is gone', async () => {
    const refused = await change(demo.files, picture({ content: Buffer.from('%PDF-1.7') }));
    expect(refused.picture).toMatchObject({ file: null, notes: [{ rule: 'pictureKind' }] });
    const gone = await change(demo.files, picture({ nominee: `${PLACE}.companies.nobody` }));
    expect([gone.picture, gone.conflicts.length]).toEqual([undefined, 1]);
    expect([refused.files, gone.files]).toEqual([demo.files, demo.files]);
  });
});
