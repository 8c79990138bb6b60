import { LANGUAGES } from '@laurel/contracts/languages';
import { type CsvProblem, type NomineeRow, rowProblems } from '../nominees-csv.ts';
import { capped, type Violation, violation } from '../problem.ts';
import type { ColumnMapping, SheetField } from './guess-columns.ts';
import { fileKey, nameKey } from './latin.ts';
import { createTags, type KnownNominees, keysOf, type Texts } from './nominee-tags.ts';
import type { Table } from './read-table.ts';

type Wanted = { readonly logo?: string; readonly picture?: string };

/** A row for the files of nominations. A cell is missing where the table says nothing. */
export interface SheetNominee extends NomineeRow {
  readonly isNew: boolean;
  /** The name in each language. */
  readonly names: Texts;
  /** The names of pictures that the table names and the edition does not have. */
  readonly wanted: Wanted;
}

type Cells = NomineeRow['cells'];
type CellOf = (field: SheetField) => string;
type Fault = { readonly field: string; readonly rule: Violation };

/** Finds by any title, or by the tag. Undefined if there is none, or if it could be several. */
const titled = <Item extends { readonly tag: string }>(
  items: readonly Item[],
  titleOf: (item: Item) => Texts,
  text: string,
): Item | undefined => {
  const key = nameKey(text);
  const matching = items.filter((item) => text === '' || [nameKey(item.tag), ...keysOf(titleOf(item))].includes(key));
  return matching.length === 1 ? matching[0] : undefined;
};

const oneOf = (titles: readonly Texts[]): Violation =>
  violation('oneOf', {
    values: [...new Set(titles.flatMap((title) => Object.values(title)))].join(', ').slice(0, 500),
  });

type Place = { readonly nomination: string; readonly niche: string; readonly tags: ReadonlySet<string> };

const placeOf = ({ nominations }: KnownNominees, cell: CellOf): Place | Fault => {
  const nomination = titled(nominations, ({ title }) => title, cell('nomination'));
  if (!nomination) return { field: 'nomination', rule: oneOf(nominations.map(({ title }) => title)) };
  const { categories } = nomination;
  const category = titled(categories, ({ name }) => name, cell('category'));
  if (!category) return { field: 'category', rule: oneOf(categories.map(({ name }) => name)) };
  return { nomination: nomination.tag, niche: category.tag, tags: new Set(category.companies.map(({ tag }) => tag)) };
};

/** A text in each language that has one, of its own or for all languages. */
const textsIn = (cell: CellOf, subject: 'name' | 'desc'): Texts =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, cell(`${subject}_${language}`) || cell(subject)] as const).filter(
      ([, text]) => text !== '',
    ),
  );

/** A name in each language; where one is missing, that of the other. Undefined without any. */
const namesIn = (cell: CellOf): Texts | undefined => {
  const names = textsIn(cell, 'name');
  const [some] = Object.values(names);
  return some === undefined ? undefined : { ...Object.fromEntries(LANGUAGES.map((each) => [each, some])), ...names };
};

const mapTexts = (texts: Texts, change: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, change(text)]));

/** The columns of a text in some of its languages. */
const textCells = (subject: string, texts: Texts, isGiven: (language: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (isGiven(language) ? [[`${subject}_${language}`, text]] : [])),
  );

const BARE_ADDRESS = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[:/?#]|$)/u;
const withScheme = (address: string): string => (BARE_ADDRESS.test(address) ? `https://${address}` : address);

type Stored = Readonly<Record<keyof Wanted, ReadonlyMap<string, string>>>;

const storedIn = ({ files }: KnownNominees, folder: string): Map<string, string> =>
  new Map(
    files.flatMap((file) =>
      file.startsWith(`${folder}/`) ? [[fileKey(file), file.slice(folder.length + 1)] as const] : [],
    ),
  );

/** Which of the pictures that a row names the edition has, whatever their format. */
const picturesIn = (cell: CellOf, stored: Stored): { files: Wanted; wanted: Wanted; faults: Fault[] } => {
  const kinds = (['logo', 'picture'] as const).filter((kind) => cell(kind) !== '');
  const found = kinds.map((kind) => [kind, stored[kind].get(fileKey(cell(kind)))] as const);
  return {
    files: Object.fromEntries(found.filter(([, file]) => file !== undefined)),
    wanted: Object.fromEntries(
      found.flatMap(([kind, file]) => (file === undefined ? [[kind, cell(kind).replace(/^.*[\\/]/, '')]] : [])),
    ),
    faults: kinds
      .filter((kind) => /^(?:https?:)?\/\//i.test(cell(kind)))
      .map((field) => ({ field, rule: violation('fileLink') })),
  };
};

/** A description that stays as it is, or that somebody writes later. */
const LATER: Texts = Object.fromEntries(LANGUAGES.map((language) => [language, '-']));

/** Faults of a row as it will be: a picture that is added later, and a text that stays as it is, count as given. */
const faultsOf = (line: number, cells: Cells, names: Texts, desc: Texts, wanted: Wanted): Fault[] => {
  const alt =
    wanted.picture === undefined ? {} : { picture: 'later.svg', ...textCells('picture_alt', names, () => true) };
  const complete: Cells = { logo: 'later.svg', ...alt, ...cells, ...textCells('desc', desc, () => true) };
  return rowProblems({ line, cells: complete }).map(({ column, ...rule }) => ({ field: column, rule }));
};

/** What a row says where it has no text, like the tag of its nomination. */
type Defaults = { readonly [Field in SheetField]?: string | undefined };

/** The nominees of a table, and the rows that are refused. */
export interface SheetNominees {
  readonly rows: readonly SheetNominee[];
  readonly problems: readonly CsvProblem[];
}

/**
 * Makes rows for the files of nominations from a table of any columns. Nominations and categories are found by their titles. A
 * nominee of the same name keeps its tag; a new one gets a tag made of its name. Rows without a nominee are left out.
 * @param mapping the field of each column
 * @param within where the nominees of rows belong that name no nomination, or no category
 */
export const nomineesFrom = (
  { header, rows, lines }: Table,
  mapping: ColumnMapping,
  known: KnownNominees,
  within: Defaults = {},
): SheetNominees => {
  const columns = new Map(mapping.flatMap((field, index) => (field ? [[field, index] as const] : [])));
  const isMapped = (...fields: readonly SheetField[]): boolean => fields.some((field) => columns.has(field));
  const needed = [
    ...(isMapped('name', 'name_en', 'name_uk') ? [] : ['name']),
    ...(isMapped('nomination') || within.nomination || known.nominations.length === 1 ? [] : ['nomination']),
  ];
  if (needed.length > 0) {
    return { rows: [], problems: needed.map((column) => ({ line: 1, column, ...violation('unmapped') })) };
  }
  const tagOf = createTags(known);
  const stored = { logo: storedIn(known, 'logos'), picture: storedIn(known, 'pictures') };
  const first = new Map<string, number>();

  const read = (cell: CellOf, line: number): SheetNominee | readonly Fault[] => {
    const place = placeOf(known, cell);
    if ('field' in place) return [place];
    const { nomination, niche, tags } = place;
    const given = namesIn(cell);
    if (!given) return [{ field: 'name', rule: violation('empty') }];
    const names = mapTexts(given, (name) => name.replace(/ *\n */g, ' '));
    const keys = keysOf(names).map((key) => `${nomination}/${niche}/${key}`);
    const earlier = keys.map((key) => first.get(key)).find((each) => each !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, line);
    if (earlier !== undefined) return [{ field: 'name', rule: violation('nomineeAgain', { line: earlier }) }];

    const tag = tagOf(names, `${nomination}/${niche}`);
    const isNew = !tags.has(tag);
    const { files, wanted, faults } = picturesIn(cell, stored);
    const desc = textsIn(cell, 'desc');
    const isNamed = (language: string) =>
      isNew || LANGUAGES.some((each) => each === language && isMapped('name', `name_${each}`));
    const isOneName = new Set(Object.values(names)).size === 1;
    const cells: Cells = {
      nomination,
      niche,
      tag,
      ...(isOneName ? { name: names.en ?? '' } : textCells('name', names, isNamed)),
      ...textCells('desc', desc, () => true),
      ...(isMapped('link') ? { link: withScheme(cell('link')) } : {}),
      ...(isMapped('video') ? { video: withScheme(cell('video')) } : {}),
      ...files,
      ...(files.picture === undefined ? {} : textCells('picture_alt', names, () => true)),
    };
    faults.push(...faultsOf(line, cells, names, { ...LATER, ...desc }, wanted));
    return faults.length > 0 ? faults : { line, cells, names, isNew, wanted };
  };

  /** What people call a column: its header, if it has one. */
  const called = (field: string): string => {
    const named = [field, field.split('_')[0]].map((name) => [...columns].find(([each]) => each === name));
    const [found, index = -1] = named.find((each) => each !== undefined) ?? [];
    return header[index] || (found ?? field);
  };
  const places = new Set([columns.get('nomination'), columns.get('category')]);
  const found: SheetNominee[] = [];
  const problems = new Map<string, CsvProblem>();
  for (const [index, row] of rows.entries()) {
    if (row.every((text, column) => text === '' || places.has(column))) continue;
    const line = lines[index] ?? 1;
    const outcome = read((field) => row[columns.get(field) ?? -1] || (within[field] ?? ''), line);
    if ('cells' in outcome) found.push(outcome);
    else {
      for (const { field, rule } of outcome) {
        // A text for both languages is in one cell.
        const column = called(field);
        problems.set(`${line} ${column} ${rule.rule}`, { line, column, ...rule });
      }
    }
  }
  return { rows: found, problems: capped([...problems.values()]) };
};
