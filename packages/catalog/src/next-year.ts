import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { isGroup } from './compare-editions.ts';
import { editionFileSchema } from './edition-schema.ts';
import { imagesIn } from './images.ts';
import { takeVersionLine } from './version-line.ts';

/** A time that was moved to another year, as it is written in the file. */
export interface MovedTime {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** What an organiser still has to do in the edition of the next year. */
export type NextYearTask =
  /** Check the times. */
  | { readonly kind: 'dates'; readonly moved: MovedTime[] }
  /** Check a text that has the old year. */
  | { readonly kind: 'text'; readonly field: string; readonly language: Language }
  /** Fill the categories. */
  | { readonly kind: 'nominees' }
  /** Ask the witnesses to accept the origin of the new log. */
  | { readonly kind: 'witnesses' };

/** Another text for a part of a file. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits a file at these places only. Writing its parsed form instead would move the line breaks of long texts. */
const edited = (source: string, edits: readonly Edit[]): Buffer =>
  Buffer.from(
    edits
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source),
  );

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The same day, wall-clock time and offset in another year. 29 February becomes 28 February where there is none. */
const movedBy = (years: number, time: string): string =>
  time.replace(/^(\d{4})-(\d\d-\d\d)/, (_date, year: string, day: string) => {
    const moved = Number(year) + years;
    return `${String(moved).padStart(4, '0')}-${day === '02-29' && !isLeap(moved) ? '02-28' : day}`;
  });

/** The texts of a group or a list, each with its field and language. */
const textsIn = (group: unknown, field = ''): { field: string; language: Language; text: string }[] =>
  isGroup(group) || Array.isArray(group)
    ? Object.entries(group).flatMap(([key, value]) => {
        const language = LANGUAGES.find((each) => each === key);
        return language !== undefined && typeof value === 'string'
          ? [{ field, language, text: value }]
          : textsIn(value, field === '' ? key : `${field}.${key}`);
      })
    : [];

/** Moves edition.yaml to another year. */
const movedEdition = (content: Buffer, year: number): { content: Buffer; todo: NextYearTask[] } => {
  const source = content.toString();
  const document = parseDocument(source);
  const data: unknown = document.toJS();
  const edition = editionFileSchema.parse(data);
  const replaced = (path: readonly string[], change: (written: string) => string): Edit[] => {
    const node = document.getIn(path, true);
    if (!isNode(node) || !node.range) return [];
    const [start, end] = node.range;
    return [{ start, end, text: change(source.slice(start, end)) }];
  };
  const moved = Object.keys(edition.phases).flatMap((name): MovedTime[] => {
    const from = document.getIn(['phases', name]);
    return typeof from === 'string' ? [{ field: `phases.${name}`, from, to: movedBy(year - edition.year, from) }] : [];
  });
  const oldYear = new RegExp(`(?<!\\d)${edition.year}(?!\\d)`);
  return {
    content: edited(source, [
      ...replaced(['year'], () => String(year)),
      ...moved.flatMap(({ field, from, to }) => replaced(field.split('.'), (written) => written.replace(from, to))),
    ]),
    todo: [
      { kind: 'dates', moved },
      ...textsIn(data)
        .filter(({ text }) => oldYear.test(text))
        .map(({ field, language }): NextYearTask => ({ kind: 'text', field, language })),
      ...(edition.log.witnesses.length > 0 ? [{ kind: 'witnesses' } as const] : []),
    ],
  };
};

/** Empties the list of nominees of each category in a nomination's file. */
const withoutNominees = (content: Buffer): Buffer => {
  const source = content.toString();
  const categories = parseDocument(source).get('categories');
  const maps = isSeq(categories) ? categories.items.filter((item) => isMap(item)) : [];
  const edits = maps.flatMap(({ items }): Edit[] => {
    const { key, value } = items.find((item) => isScalar(item.key) && item.key.value === 'companies') ?? {};
    if (!isScalar(key) || !key.range || !isNode(value) || !value.range) return [];
    const start = source.indexOf(':', key.range[1]) + 1;
    // A list ends with its last line break, and stays apart from what follows.
    const end = start + source.slice(start, value.range[1]).replace(/[ \t\r\n]+$/, '').length;
    return [{ start, end, text: ' []' }];
  });
  return edited(source, edits);
};

const NOMINATION = /^nominations\/(?!\.).*\.yaml$/;
const IMAGE = /^(?:logos|pictures)\//;

/**
 * Makes the edition of another year from the files of a published one. The year is set, and the times move by the difference
 * of the years, with their wall-clock time and offset; every other byte stays. What may be wrong then is in `todo`: texts with
 * the old year are not changed, and two times at the end of a February can lose their order.
 * @param options without `nominees` all categories are empty, and of the logos and pictures only those of the award and its sponsors are
 *   left. Such files are a draft: they can be published once each category has a nominee
 * @throws ZodError if edition.yaml is not valid
 */
export const nextYear = (
  files: ReadonlyMap<string, Buffer>,
  year: number,
  options: { readonly nominees: boolean },
): { files: ReadonlyMap<string, Buffer>; todo: readonly NextYearTask[] } => {
  // The line names a version of the old edition.
  const { files: folder } = takeVersionLine(files);
  const { content, todo } = movedEdition(folder.get('edition.yaml') ?? Buffer.from(''), year);
  const moved = new Map(folder).set('edition.yaml', content);
  if (options.nominees) return { files: moved, todo };
  for (const [file, old] of folder) if (NOMINATION.test(file)) moved.set(file, withoutNominees(old));
  const named = [...moved]
    .filter(([file]) => file.endsWith('.yaml'))
    .flatMap(([, text]) => imagesIn(parseDocument(text.toString()).toJS()))
    .map(({ folder, name }) => `${folder}/${name}`);
  for (const file of folder.keys()) if (IMAGE.test(file) && !named.includes(file)) moved.delete(file);
  return { files: moved, todo: [...todo, { kind: 'nominees' }] };
};
