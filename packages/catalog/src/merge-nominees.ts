import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { type CsvProblem, type NomineeRow, pictureIn } from './nominees-csv.ts';
import { violation } from './problem.ts';

/** The effect of a row on a nominee; `fields` lists the changed fields of an existing one. */
export interface NomineeChange {
  readonly line: number;
  readonly nominee: string;
  readonly kind: 'new' | 'changed' | 'same';
  readonly fields: readonly string[];
}

export interface Merged {
  /** The changed files of nominations: name → new text. */
  readonly files: ReadonlyMap<string, string>;
  readonly changes: readonly NomineeChange[];
  readonly problems: readonly CsvProblem[];
  /** The line of the row for `categories[c].companies[n]` of a file, by `file#c#n`. */
  readonly places: ReadonlyMap<string, number>;
}

type Tagged = { map: YAMLMap; index: number };

/** The maps of a list by their tags; the first of a tag counts. */
const byTag = (list: YAMLSeq): Map<unknown, Tagged> => {
  const found = new Map<unknown, Tagged>();
  for (const [index, item] of list.items.entries()) {
    if (!isMap(item)) continue;
    const tag = item.get('tag');
    if (!found.has(tag)) found.set(tag, { map: item, index });
  }
  return found;
};

/**
 * Creates a function that reads the tags of each list once. Callers that append to a list add the item to the result.
 */
const createTags = () => {
  const lists = new Map<YAMLSeq, Map<unknown, Tagged>>();
  return (list: unknown): Map<unknown, Tagged> => {
    if (!isSeq(list)) return new Map();
    const known = lists.get(list) ?? byTag(list);
    lists.set(list, known);
    return known;
  };
};

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Whether a name (one for both languages, or one for each) equals that of the table. */
const hasName = (company: YAMLMap, name: string): boolean => {
  const stored = company.get('name');
  if (typeof stored === 'string') return stored.trim() === name;
  return isMap(stored) && (text(stored.get('en')) === name || text(stored.get('uk')) === name);
};

const setWhereOther = (map: YAMLMap, key: string, value: string): boolean => {
  if (text(map.get(key)) === value) return false;
  // Changes the existing scalar, so that its comment and its quotes remain.
  const stored = map.get(key, true);
  if (isScalar(stored)) stored.value = value;
  else map.set(key, value);
  return true;
};

/** Sets or removes a text, and returns whether it changed. */
const setOrRemove = (map: YAMLMap, key: string, value: string): boolean =>
  value === '' ? text(map.get(key)) !== '' && map.delete(key) : setWhereOther(map, key, value);

/** Sets or removes a nominee's picture, and returns the changed columns. */
const updatePicture = (document: Document, company: YAMLMap, cells: NomineeRow['cells']): string[] => {
  const picture = pictureIn(cells);
  if (picture === null) return company.get('picture') && company.delete('picture') ? ['picture'] : [];
  if (!isMap(company.get('picture'))) {
    company.set('picture', document.createNode(picture));
    return ['picture'];
  }
  const change = (path: readonly string[], value: string): boolean => {
    if (text(company.getIn(['picture', ...path])) === value) return false;
    company.setIn(['picture', ...path], value);
    return true;
  };
  return [
    ...(change(['file'], picture.file) ? ['picture'] : []),
    ...(change(['alt', 'en'], picture.alt.en) ? ['picture_alt_en'] : []),
    ...(change(['alt', 'uk'], picture.alt.uk) ? ['picture_alt_uk'] : []),
  ];
};

const update = (document: Document, company: YAMLMap, { cells }: NomineeRow): string[] => {
  const changed: string[] = [];
  if (!hasName(company, cells.name)) {
    company.set('name', cells.name);
    changed.push('name');
  }
  if (setWhereOther(company, 'logo', cells.logo)) changed.push('logo');
  if (setOrRemove(company, 'link', cells.link)) changed.push('link');
  if (cells.picture !== undefined) changed.push(...updatePicture(document, company, cells));
  if (cells.video !== undefined && setOrRemove(company, 'video', cells.video)) changed.push('video');
  if (!isMap(company.get('desc'))) company.set('desc', document.createNode({}));
  const desc = company.get('desc');
  if (!isMap(desc)) return changed;
  if (setWhereOther(desc, 'en', cells.desc_en)) changed.push('desc_en');
  if (setWhereOther(desc, 'uk', cells.desc_uk)) changed.push('desc_uk');
  return changed;
};

/** Appends a nominee, and returns it with its place. */
const append = (document: Document, companies: YAMLSeq, { cells }: NomineeRow): Tagged => {
  const { tag, name, logo, link, desc_en: en, desc_uk: uk, video } = cells;
  const picture = pictureIn(cells);
  const map = document.createNode({
    tag,
    name,
    logo,
    ...(link === '' ? {} : { link }),
    desc: { en, uk },
    ...(picture === null ? {} : { picture }),
    ...(video ? { video } : {}),
  });
  companies.add(map);
  return { map, index: companies.items.length - 1 };
};

/** Parses the files that rows name. After each, other work of the process gets a turn. */
const parseNamed = async (
  files: ReadonlyMap<string, string>,
  rows: readonly NomineeRow[],
): Promise<Map<string, Document>> => {
  const named = new Set(rows.map(({ cells }) => `${cells.nomination}.yaml`));
  const documents = new Map<string, Document>();
  for (const [file, content] of files) {
    if (!named.has(file)) continue;
    documents.set(file, parseDocument(content));
    await yieldToOthers();
  }
  return documents;
};

/**
 * Merges the rows of a table into the nominations' files: new nominees at the end of their category, changes in place.
 * Comments, order and everything else remain. No nominee is removed.
 * @param files the text of each file in nominations/ by name
 */
export const mergeNominees = async (
  files: ReadonlyMap<string, string>,
  rows: readonly NomineeRow[],
): Promise<Merged> => {
  const documents = await parseNamed(files, rows);
  const tagsOf = createTags();
  const touched = new Set<string>();
  const changes: NomineeChange[] = [];
  const problems: CsvProblem[] = [];
  const places = new Map<string, number>();
  for (const row of rows) {
    const { nomination, niche, tag } = row.cells;
    const file = `${nomination}.yaml`;
    const document = documents.get(file);
    if (document === undefined) {
      problems.push({ line: row.line, column: 'nomination', ...violation('noNomination', { file }) });
      continue;
    }
    const category = tagsOf(document.get('categories')).get(niche);
    const companies = category?.map.get('companies');
    if (category === undefined || !isSeq(companies)) {
      problems.push({ line: row.line, column: 'niche', ...violation('noCategory', { file }) });
      continue;
    }
    const tags = tagsOf(companies);
    const known = tags.get(tag);
    const nominee = known ?? append(document, companies, row);
    tags.set(tag, nominee);
    const fields = known ? update(document, known.map, row) : [];
    if (!known || fields.length > 0) touched.add(file);
    const kind = known ? (fields.length > 0 ? 'changed' : 'same') : 'new';
    changes.push({ line: row.line, nominee: `${nomination}/${niche}/${tag}`, kind, fields });
    places.set(`nominations/${file}#${category.index}#${nominee.index}`, row.line);
  }
  const written = new Map<string, string>();
  for (const file of touched) {
    written.set(file, documents.get(file)?.toString({ lineWidth: 0 }) ?? '');
    await yieldToOthers();
  }
  return { files: written, changes, problems, places };
};

/** The line and column of the table that caused a problem of the loader, if a row of the table did. */
export const lineBehind = (
  places: Merged['places'],
  file: string,
  field: string,
): { line: number; column: string } | undefined => {
  const [, c, n, rest = ''] = /^categories\[(\d+)\]\.companies\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const line = places.get(`${file}#${c}#${n}`);
  const column = rest
    .replace(/^desc\./, 'desc_')
    .replace(/^name\..*/, 'name')
    .replace(/^picture\.alt\.?/, 'picture_alt_')
    .replace(/^picture\.file$/, 'picture');
  return line === undefined ? undefined : { line, column };
};
