import type { Edition } from './edition.ts';

/** A changed value of an edition. Added and removed nominees are not included. */
export interface EditionChange {
  /** Like `texts.hero.title.en` or `nominations.best-podcast.categories.news.companies.night-radio.desc.uk`. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

type Tagged = { readonly tag: string };

const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && 'tag' in value && typeof value.tag === 'string';
const isTaggedList = (value: unknown): value is readonly Tagged[] => Array.isArray(value) && value.every(isTagged);
/** Whether a value is a group of keys, not a list or a time. */
export const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A value as a change shows it. */
export const writtenValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(writtenValue).join(', ');
  return isGroup(value) ? JSON.stringify(value) : String(value);
};

const compareLists = (before: readonly Tagged[], after: readonly Tagged[], field: string): EditionChange[] => {
  const then = new Map(after.map((each) => [each.tag, each]));
  const kept = before.filter(({ tag }) => then.has(tag));
  const tags = kept.map(({ tag }) => tag);
  const inNewOrder = after.map(({ tag }) => tag).filter((tag) => tags.includes(tag));
  return [
    ...compare(tags.join(', '), inNewOrder.join(', '), `${field} (order)`),
    ...kept.flatMap((each) => compare(each, then.get(each.tag), `${field}.${each.tag}`)),
  ];
};

const compare = (before: unknown, after: unknown, field: string): EditionChange[] => {
  if (isTaggedList(before) && isTaggedList(after) && before.length + after.length > 0) {
    return compareLists(before, after, field);
  }
  if (isGroup(before) && isGroup(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => compare(before[name], after[name], field === '' ? name : `${field}.${name}`));
  }
  const [was, is] = [writtenValue(before), writtenValue(after)];
  if (was !== is && (isGroup(before) || isGroup(after))) return compareWhole(before, after, field);
  return was === is ? [] : [{ field, before: was, after: is }];
};

/** An added or removed group: compares each of its values with none. */
const compareWhole = (before: unknown, after: unknown, field: string): EditionChange[] =>
  compare(isGroup(before) ? before : {}, isGroup(after) ? after : {}, field);

/**
 * Compares two editions field by field: texts, links, times, rules, logos and orders. Added and removed nominees,
 * categories and nominations are left out, because an import reports them by name.
 */
export const compareEditions = (before: Edition, after: Edition): EditionChange[] =>
  compare({ ...before, logos: null, pictures: null }, { ...after, logos: null, pictures: null }, '');

/**
 * Two texts from shortly before their first difference.
 * @param length how many characters to show before it, and of each text in all
 */
export const excerpts = (before: string, after: string, length: { readonly lead: number; readonly shown: number }) => {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const start = Math.max(0, at - length.lead);
  const end = start + length.shown;
  const excerpt = (text: string): string =>
    `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return { before: excerpt(before), after: excerpt(after) };
};
