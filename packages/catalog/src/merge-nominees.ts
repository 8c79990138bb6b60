import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { NomineeColumns } from '@laurel/contracts/nominee';
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { type CsvProblem, columnOf, type NomineeRow, nomineeIn } from './nominees-csv.ts';
import { violation } from './problem.ts';

export interface Merged {
  /** The changed files of nominations: name → new text. */
  readonly files: ReadonlyMap<string, string>;
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

/**
 * Sets a field, or removes it where there is no value, and returns whether that changed anything. Comments and quotes of the
 * field remain.
 */
const put = (document: Document, map: YAMLMap, key: string, value: string | NomineeColumns | null): boolean => {
  const stored = map.get(key);
  if (value === null || value === '') return stored ? map.delete(key) : false;
  if (typeof value === 'string') {
    // A name may be one for all languages, or one for each.
    const texts = isMap(stored) ? stored.items.map((pair) => (isScalar(pair.value) ? pair.value.value : '')) : [stored];
    if (texts.some((each) => text(each) === value)) return false;
    map.set(key, value);
    return true;
  }
  if (isMap(stored)) return putAll(document, stored, value);
  map.set(key, document.createNode(value));
  return true;
};

const putAll = (document: Document, map: YAMLMap, values: ReturnType<typeof nomineeIn>): boolean =>
  Object.entries(values)
    .map(([key, value]) => put(document, map, key, value))
    .includes(true);

/** Appends a nominee, and returns it with its place. */
const append = (document: Document, companies: YAMLSeq, { cells }: NomineeRow): Tagged => {
  const { tag, name, logo, ...others } = nomineeIn(cells);
  const filled = Object.entries(others).filter(([, value]) => value);
  const map = document.createNode({ tag, name, logo, ...Object.fromEntries(filled) });
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
    if (!known || putAll(document, known.map, nomineeIn(row.cells))) touched.add(file);
    places.set(`nominations/${file}#${category.index}#${nominee.index}`, row.line);
  }
  const written = new Map<string, string>();
  for (const file of touched) {
    written.set(file, documents.get(file)?.toString({ lineWidth: 0 }) ?? '');
    await yieldToOthers();
  }
  return { files: written, problems, places };
};

/** The line and column of the table that caused a problem of the loader, if a row of the table did. */
export const lineBehind = (
  places: Merged['places'],
  file: string,
  field: string,
): { line: number; column: string } | undefined => {
  const [, c, n, rest = ''] = /^categories\[(\d+)\]\.companies\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const line = places.get(`${file}#${c}#${n}`);
  return line === undefined ? undefined : { line, column: columnOf(rest.split('.')) ?? rest };
};
