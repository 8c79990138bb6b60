import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { inEachLanguage, LANGUAGES } from '@laurel/contracts/languages';
import { type FieldMap, type Fields, isMap } from '../../lib/draft-fields.ts';

const NOMINATIONS = 'nominations';

/** Whether both values are the same JSON, whatever the order of their keys. */
export const isSame = (one: FieldValue | undefined, two: FieldValue | undefined): boolean => {
  if (Array.isArray(one) && Array.isArray(two)) {
    return one.length === two.length && one.every((each, index) => isSame(each, two[index]));
  }
  if (!isMap(one) || !isMap(two)) return one === two;
  const keys = Object.keys(one);
  return keys.length === Object.keys(two).length && keys.every((key) => key in two && isSame(one[key], two[key]));
};

const indexOfTag = (list: readonly FieldValue[], tag: FieldValue | undefined): number =>
  list.findIndex((item) => isMap(item) && item.tag === tag);

/** Where an item of a list is: by its tag, or by its place if it has none. */
const placeOf = (list: readonly FieldValue[], part: string): number => {
  const byTag = indexOfTag(list, part);
  const item = /^\d+$/.test(part) ? list[Number(part)] : undefined;
  return byTag === -1 && isMap(item) && !('tag' in item) ? Number(part) : byTag;
};

const partsOf = (field: string): string[] =>
  field === NOMINATIONS || field.startsWith(`${NOMINATIONS}.`) ? field.split('.') : ['edition', ...field.split('.')];

/** A nominee's name may be one for all languages: a language of it then has the one name. */
const isNameOfAll = (node: FieldValue | undefined, above: string, part: string): node is string =>
  typeof node === 'string' && above === 'name' && LANGUAGES.some((language) => language === part);

/** The value of a field, like `texts.hero.title.en`. Items of lists are named by their tags, or by their places. */
export const valueAt = (fields: Fields, field: string): FieldValue => {
  let node: FieldValue | undefined = { edition: fields.edition, nominations: fields.nominations };
  let above = '';
  for (const part of partsOf(field)) {
    if (Array.isArray(node)) node = node[placeOf(node, part)];
    else if (!isNameOfAll(node, above, part)) node = isMap(node) ? node[part] : undefined;
    above = part;
  }
  return node ?? null;
};

type Change = (value: FieldValue) => FieldValue;

/** The value with one of its parts changed, and the same value if nothing was. A part of an item that is not there is left alone. */
const changed = (node: FieldValue, [part, ...rest]: readonly string[], change: Change, above = ''): FieldValue => {
  if (part === undefined) return change(node);
  if (Array.isArray(node)) {
    const index = placeOf(node, part);
    const item = node[index];
    if (item === undefined) return node;
    const next = changed(item, rest, change, part);
    return next === item ? node : node.with(index, next);
  }
  const map: FieldMap = isMap(node) ? node : isNameOfAll(node, above, part) ? inEachLanguage(() => node) : {};
  const { [part]: before = null, ...others } = map;
  const next = changed(before, rest, change, part);
  if (next === before) return node;
  return next === null ? others : { ...map, [part]: next };
};

const itemsOf = (list: FieldValue): FieldValue[] => (Array.isArray(list) ? list : []);

const without =
  (tag: string): Change =>
  (list) => {
    const index = indexOfTag(itemsOf(list), tag);
    return index === -1 ? list : itemsOf(list).toSpliced(index, 1);
  };

const withItem =
  (item: FieldValue, at: number): Change =>
  (list) =>
    isMap(item) && indexOfTag(itemsOf(list), item.tag) === -1 ? itemsOf(list).toSpliced(at, 0, item) : list;

/** The list of an item, and its tag. */
export const splitItem = (item: string): { list: string; tag: string } => {
  const at = item.lastIndexOf('.');
  return { list: item.slice(0, at), tag: item.slice(at + 1) };
};

/** A tag means one nominee, with one name and one logo: such a field of it in each category. Any other field is alone. */
const sharedBy = ({ nominations }: Fields, field: string): readonly string[] => {
  const [, tag = '', part] = /\.companies\.([^.]+)\.((?:name|logo)(?:\.[a-z]+)?)$/.exec(field) ?? [];
  if (part === undefined) return [field];
  return nominations.filter(isMap).flatMap((nomination) =>
    itemsOf(nomination.categories ?? null)
      .filter(isMap)
      .filter(({ companies = null }) => indexOfTag(itemsOf(companies), tag) !== -1)
      .map((category) => `nominations.${nomination.tag}.categories.${category.tag}.companies.${tag}.${part}`),
  );
};

const applyEdit = (fields: Fields, edit: EditionEdit): Fields => {
  const change = (from: Fields, field: string, made: Change): Fields => {
    const root: FieldValue = { edition: from.edition, nominations: from.nominations };
    const next = changed(root, partsOf(field), made);
    if (next === root || !isMap(next)) return from;
    return { edition: next.edition ?? null, nominations: itemsOf(next.nominations ?? null) };
  };
  if (edit.kind === 'set') {
    return sharedBy(fields, edit.field).reduce((from, field) => change(from, field, () => edit.after), fields);
  }
  if (edit.kind === 'add') return change(fields, edit.list, withItem(edit.item, edit.at));
  const { list, tag } = splitItem(edit.item);
  const removed = change(fields, list, without(tag));
  if (edit.kind === 'remove' || removed === fields) return removed;
  const moved = change(removed, edit.list, withItem(valueAt(fields, edit.item), edit.at));
  // The other list is gone, or has an item of this tag.
  return moved === removed ? fields : moved;
};

/**
 * Makes edits in the fields of a draft, as the server makes them in its files. An edit of an item that is not there changes
 * nothing; whether somebody else changed a field meanwhile only the server knows.
 */
export const applyEdits = <Given extends Fields>(fields: Given, edits: readonly EditionEdit[]): Given => ({
  ...fields,
  ...edits.reduce<Fields>(applyEdit, { edition: fields.edition, nominations: fields.nominations }),
});
