import { isDeepStrictEqual } from 'node:util';
import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { LANGUAGES } from '@laurel/contracts/languages';
import { Document, isMap, isScalar, isSeq, type YAMLSeq } from 'yaml';
import { readYaml } from './yaml-source.ts';

/** The index of an edit that was not made: somebody else changed the field, or added or removed the item, meanwhile. */
export type EditConflict = { readonly edit: number; readonly current: FieldValue };

const EDITION = 'edition.yaml';
const NOMINATIONS = 'nominations';
/** Nominations are numbered in steps, so that a file can be put between two of them by hand. */
const ORDER_STEP = 10;

const fileOf = (tag: string): string => `${NOMINATIONS}/${tag}.yaml`;
const tagsOf = (files: ReadonlyMap<string, unknown>): string[] =>
  [...files.keys()].flatMap((file) => /^nominations\/([^/]+)\.yaml$/.exec(file)?.[1] ?? []);

/**
 * The readable files of an edition as documents: one with a mistake in its syntax somebody corrects by hand. Each is parsed once, and
 * written again only if it was changed.
 */
const openDocuments = (files: ReadonlyMap<string, Buffer>) => {
  const contents = new Map(files);
  const documents = new Map<string, Document>();
  const changed = new Set<string>();
  const open = (file: string): Document | undefined => {
    const content = contents.get(file);
    const known = documents.get(file);
    const read = known || !content ? [] : readYaml(file, content);
    if (!('document' in read)) return known;
    documents.set(file, read.document);
    return read.document;
  };
  return {
    open,
    put: (file: string, document: Document): void => {
      documents.set(file, document);
      contents.set(file, contents.get(file) ?? Buffer.alloc(0));
      changed.add(file);
    },
    remove: (file: string): void => {
      contents.delete(file);
      documents.delete(file);
      changed.delete(file);
    },
    /** The tags of the nominations, in their order. */
    nominations: (): string[] => {
      const orderOf = (tag: string): number => Number(open(fileOf(tag))?.get('order') ?? 0);
      return tagsOf(contents).toSorted((one, two) => orderOf(one) - orderOf(two) || one.localeCompare(two));
    },
    written: (): ReadonlyMap<string, Buffer> => {
      for (const file of changed)
        contents.set(file, Buffer.from(documents.get(file)?.toString({ lineWidth: 0 }) ?? ''));
      return contents;
    },
  };
};
type Documents = ReturnType<typeof openDocuments>;

const indexOfTag = (list: YAMLSeq, tag: string): number =>
  list.items.findIndex((item) => isMap(item) && item.get('tag') === tag);

/** Where an item of a list is: by its tag, or by its place if it has none. */
const placeOf = (list: YAMLSeq, part: string): number => {
  const byTag = indexOfTag(list, part);
  const item = /^\d+$/.test(part) ? list.items[Number(part)] : undefined;
  return byTag === -1 && isMap(item) && !item.has('tag') ? Number(part) : byTag;
};

/** A place in a document: the keys that lead there. Items of lists are found by their tags, or by their places. */
type Spot = { file: string; document: Document; keys: (string | number)[] };

const spotOf = (documents: Documents, field: string): Spot | undefined => {
  const [first = '', tag = '', ...rest] = field.split('.');
  const [file, parts] = first === NOMINATIONS ? [fileOf(tag), rest] : [EDITION, field.split('.')];
  const document = documents.open(file);
  if (!document) return undefined;
  const keys: (string | number)[] = [];
  let node: unknown = document.contents;
  for (const part of parts) {
    const key = isSeq(node) ? placeOf(node, part) : part;
    if (key === -1) return undefined;
    keys.push(key);
    node = isMap(node) || isSeq(node) ? node.get(key, true) : undefined;
  }
  return { file, document, keys };
};

const plainOf = (document: Document, node: unknown): FieldValue => {
  if (isScalar(node)) return plainScalar(node.value);
  return isMap(node) || isSeq(node) ? (node.toJS(document) as FieldValue) : null;
};
const plainScalar = (value: unknown): FieldValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const nodeAt = ({ document, keys }: Spot): unknown =>
  keys.length === 0 ? document.contents : document.getIn(keys, true);

/** A name may be one for all languages, or one for each: a language of it then has the one name. */
const isNameOfAll = ({ document, keys }: Spot): boolean =>
  keys.at(-2) === 'name' &&
  LANGUAGES.some((each) => each === keys.at(-1)) &&
  isScalar(document.getIn(keys.slice(0, -1), true));

const valueAt = (spot: Spot): FieldValue => {
  const { document, keys } = spot;
  return plainOf(document, isNameOfAll(spot) ? document.getIn(keys.slice(0, -1), true) : nodeAt(spot));
};

const put = (spot: Spot, value: FieldValue): void => {
  const { document, keys } = spot;
  if (isNameOfAll(spot)) {
    const one = valueAt(spot);
    document.setIn(keys.slice(0, -1), document.createNode(Object.fromEntries(LANGUAGES.map((each) => [each, one]))));
  }
  if (value === null) {
    document.deleteIn(keys);
    return;
  }
  for (let depth = 1; depth < keys.length; depth += 1) {
    const above = document.getIn(keys.slice(0, depth), true);
    if (!isMap(above) && !isSeq(above)) document.setIn(keys.slice(0, depth), document.createNode({}));
  }
  document.setIn(keys, typeof value === 'object' ? document.createNode(value) : value);
};

/** An item of a list in a nomination's file, without the nominations themselves. */
const listAt = (documents: Documents, list: string): { spot: Spot; items: YAMLSeq } | undefined => {
  const spot = spotOf(documents, list);
  if (!spot) return undefined;
  if (!isSeq(nodeAt(spot))) put(spot, []);
  const items = nodeAt(spot);
  return isSeq(items) ? { spot, items } : undefined;
};

const splitItem = (item: string): { list: string; tag: string } => {
  const at = item.lastIndexOf('.');
  return { list: item.slice(0, at), tag: item.slice(at + 1) };
};

/** Numbers the nominations in an order. */
const renumber = (documents: Documents, tags: readonly string[]): void => {
  for (const [index, tag] of tags.entries()) {
    const document = documents.open(fileOf(tag));
    if (!document || document.get('order') === (index + 1) * ORDER_STEP) continue;
    document.set('order', (index + 1) * ORDER_STEP);
    documents.put(fileOf(tag), document);
  }
};

const inserted = <Each>(list: readonly Each[], at: number, item: Each): Each[] => list.toSpliced(at, 0, item);

/** A tag means one nominee, with one name and one logo: such a field of it in all other categories where it stands. */
const elsewhere = (documents: Documents, field: string): string[] => {
  const [, company, shared] = /\.companies\.([^.]+)\.((?:name|logo)(?:\.[a-z]+)?)$/.exec(field) ?? [];
  if (company === undefined) return [];
  return documents.nominations().flatMap((nomination) => {
    const categories = documents.open(fileOf(nomination))?.get('categories');
    if (!isSeq(categories)) return [];
    return categories.items.flatMap((category) => {
      const companies = isMap(category) ? category.get('companies') : undefined;
      if (!isMap(category) || !isSeq(companies) || indexOfTag(companies, company) === -1) return [];
      const same = `${NOMINATIONS}.${nomination}.categories.${category.get('tag')}.companies.${company}.${shared}`;
      return same === field ? [] : [same];
    });
  });
};

/** Makes an edit. @returns what stands in its way, or undefined */
const apply = (documents: Documents, edit: EditionEdit): FieldValue | undefined => {
  if (edit.kind === 'set') {
    const spot = spotOf(documents, edit.field);
    if (!spot) return null;
    const current = valueAt(spot);
    if (isDeepStrictEqual(current, edit.after)) return undefined;
    if (!isDeepStrictEqual(current, edit.before)) return current;
    for (const field of [edit.field, ...elsewhere(documents, edit.field)]) {
      const each = spotOf(documents, field);
      if (!each) continue;
      put(each, edit.after);
      documents.put(each.file, each.document);
    }
    return undefined;
  }
  if (edit.kind === 'add') return add(documents, edit.list, edit.item, edit.at);
  if (edit.item.startsWith(`${NOMINATIONS}.`) && !edit.item.includes('.', NOMINATIONS.length + 1)) {
    return editNomination(documents, edit);
  }
  const { list, tag } = splitItem(edit.item);
  const from = listAt(documents, list);
  const index = from ? indexOfTag(from.items, tag) : -1;
  const item = from?.items.items[index];
  if (!from || item === undefined) return null;
  const to = edit.kind === 'move' ? listAt(documents, edit.list) : undefined;
  if (edit.kind === 'move' && (!to || (to.items !== from.items && indexOfTag(to.items, tag) !== -1))) return tag;
  from.items.items.splice(index, 1);
  documents.put(from.spot.file, from.spot.document);
  if (edit.kind === 'move' && to) {
    to.items.items.splice(edit.at, 0, item);
    documents.put(to.spot.file, to.spot.document);
  }
  return undefined;
};

const add = (
  documents: Documents,
  list: string,
  item: Readonly<Record<string, FieldValue>>,
  at: number,
): FieldValue | undefined => {
  const tag = String(item.tag);
  if (list === NOMINATIONS) {
    const before = documents.nominations();
    if (before.includes(tag)) return tag;
    documents.put(fileOf(tag), new Document(item));
    renumber(documents, inserted(before, at, tag));
    return undefined;
  }
  const to = listAt(documents, list);
  if (!to) return null;
  if (indexOfTag(to.items, tag) !== -1) return tag;
  to.items.items.splice(at, 0, to.spot.document.createNode(item));
  documents.put(to.spot.file, to.spot.document);
  return undefined;
};

const editNomination = (
  documents: Documents,
  edit: Exclude<EditionEdit, { kind: 'set' | 'add' }>,
): FieldValue | undefined => {
  const { tag } = splitItem(edit.item);
  const others = documents.nominations().filter((each) => each !== tag);
  if (others.length === documents.nominations().length) return null;
  if (edit.kind === 'remove') documents.remove(fileOf(tag));
  else renumber(documents, inserted(others, edit.at, tag));
  return undefined;
};

/**
 * Makes edits in the files of an edition, in their order. Comments and everything else in a file remain. An edit that somebody else's
 * change stands in the way of is not made, and returned with what is there now.
 */
export const editEdition = (
  files: ReadonlyMap<string, Buffer>,
  edits: readonly EditionEdit[],
): { files: ReadonlyMap<string, Buffer>; conflicts: readonly EditConflict[] } => {
  const documents = openDocuments(files);
  const conflicts = edits.flatMap((edit, index): EditConflict[] => {
    const current = apply(documents, edit);
    return current === undefined ? [] : [{ edit: index, current }];
  });
  return { files: documents.written(), conflicts };
};

/** What the files of an edition say, valid or not: the content of edition.yaml, and the nominations in their order. */
export const readFields = (files: ReadonlyMap<string, Buffer>): { edition: FieldValue; nominations: FieldValue[] } => {
  const documents = openDocuments(files);
  const fieldsOf = (file: string): FieldValue => {
    const document = documents.open(file);
    return document ? plainOf(document, document.contents) : null;
  };
  return { edition: fieldsOf(EDITION), nominations: documents.nominations().map((tag) => fieldsOf(fileOf(tag))) };
};
