import { isDeepStrictEqual } from 'node:util';
import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { inEachLanguage } from '@laurel/contracts/languages';
import { isItem } from './field-values.ts';

type Group = Readonly<Record<string, FieldValue>>;
type Fields = { readonly edition: FieldValue; readonly nominations: readonly FieldValue[] };

/** A field that both have changed, and differently. Null: it is missing. */
export interface MergeConflict {
  /** As in `compareEditions`: a field, an item of a list, or the order of a list. */
  readonly field: string;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

/** The lists whose items have tags. */
const TAGGED = /^nominations(?:\.[^.]+\.categories(?:\.[^.]+\.companies)?)?$/;

const groupOf = (value: FieldValue): Group => (isItem(value) ? (value as Group) : {});
const listOf = (value: FieldValue | undefined): FieldValue[] => (Array.isArray(value) ? value : []);
const byTag = (list: FieldValue): Map<string, FieldValue> =>
  new Map(listOf(list).map((item) => [String(groupOf(item).tag), item]));

/** The nominations without their numbers: their order is that of the list. */
const unnumbered = ({ nominations }: Fields): FieldValue[] =>
  structuredClone(nominations).map((nomination) => {
    const { order: _order, ...others } = groupOf(nomination);
    return others;
  });

/** A list with the tags of another one that it lacks, each behind the one that it follows there. */
const weave = (list: readonly string[], other: readonly string[]): string[] =>
  other.reduce<string[]>(
    (woven, tag, at) => (woven.includes(tag) ? woven : woven.toSpliced(woven.indexOf(other[at - 1] ?? '') + 1, 0, tag)),
    [...list],
  );

/** The lists of nominees by their paths. */
const companiesIn = (nominations: readonly FieldValue[]): Map<string, FieldValue[]> =>
  new Map(
    nominations.flatMap((nomination) =>
      listOf(groupOf(nomination).categories).map((category) => [
        `nominations.${groupOf(nomination).tag}.categories.${groupOf(category).tag}.companies`,
        listOf(groupOf(category).companies),
      ]),
    ),
  );
type Lists = ReturnType<typeof companiesIn>;

const tagAt = (list: readonly FieldValue[], tag: string): number => list.findIndex((item) => groupOf(item).tag === tag);

/** The only list in which a nominee stands. */
const onlyPlace = (lists: Lists, tag: string): string | undefined => {
  const [first, second] = [...lists].filter(([, list]) => tagAt(list, tag) !== -1);
  return second ? undefined : first?.[0];
};

/** Moves the nominees of `base` and of `theirs` that `mine` has in another category, so that what else changed in them is compared. */
const moved = (base: Lists, theirs: Lists, mine: Lists): EditionEdit[] => {
  const tags = new Set([...mine.values()].flatMap((list) => [...byTag(list).keys()]));
  return [...tags].flatMap((tag): EditionEdit[] => {
    const [from, to] = [onlyPlace(base, tag), onlyPlace(mine, tag)];
    const lists = [base, theirs].map((each) => [each.get(from ?? ''), each.get(to ?? '')] as const);
    const isApart = lists.every(([, target]) => target) && onlyPlace(theirs, tag) === from;
    if (from === undefined || to === undefined || from === to || !isApart) return [];
    const at = tagAt(mine.get(to) ?? [], tag);
    for (const [source, target] of lists) target?.splice(at, 0, ...(source?.splice(tagAt(source, tag), 1) ?? []));
    return [{ kind: 'move', item: `${from}.${tag}`, list: to, at }];
  });
};

/**
 * The edits that bring what `mine` changed in `base` into `theirs`, in which others changed something, too. What only they changed
 * stays. Where both did, and differently, it is a conflict: `theirs` stays, but for the fields that are to be taken from `mine`.
 * @param taken the fields of conflicts
 */
export const mergeVersions = (
  base: Fields,
  theirs: Fields,
  mine: Fields,
  taken: ReadonlySet<string> = new Set(),
): { edits: EditionEdit[]; conflicts: MergeConflict[] } => {
  const [was, now, next] = [unnumbered(base), unnumbered(theirs), unnumbered(mine)];
  const edits = moved(companiesIn(was), companiesIn(now), companiesIn(next));
  const conflicts: MergeConflict[] = [];
  /** Whether a change is made. */
  const isMade = (field: string, before: FieldValue, there: FieldValue, wanted: FieldValue): boolean => {
    if (isDeepStrictEqual(before, there)) return true;
    conflicts.push({ field, theirs: there, mine: wanted });
    return taken.has(field);
  };

  const compare = (field: string, before: FieldValue, there: FieldValue, wanted: FieldValue): void => {
    if (isDeepStrictEqual(wanted, before) || isDeepStrictEqual(wanted, there)) return;
    if (TAGGED.test(field)) {
      compareLists(field, before, there, wanted);
    } else if (isItem(there) && isItem(wanted)) {
      // One name may be for all languages.
      const old: Group = typeof before === 'string' ? inEachLanguage(() => before) : groupOf(before);
      const [one, other] = [groupOf(there), groupOf(wanted)];
      for (const key of new Set([old, one, other].flatMap(Object.keys))) {
        compare(field === '' ? key : `${field}.${key}`, old[key] ?? null, one[key] ?? null, other[key] ?? null);
      }
    } else if (isMade(field, before, there, wanted)) {
      edits.push({ kind: 'set', field, before: there, after: wanted });
    }
  };

  const compareLists = (field: string, ...lists: readonly [FieldValue, FieldValue, FieldValue]): void => {
    const [before, there, wanted] = [byTag(lists[0]), byTag(lists[1]), byTag(lists[2])];
    const pathOf = (tag: string): string => `${field}.${tag}`;
    const order = [...there.keys()];
    for (const [tag, item] of there) {
      const old = before.get(tag);
      if (old === undefined || wanted.has(tag) || !isMade(pathOf(tag), old, item, null)) continue;
      edits.push({ kind: 'remove', item: pathOf(tag) });
      order.splice(order.indexOf(tag), 1);
    }
    const added = new Map<string, Group>();
    for (const [tag, item] of wanted) {
      const old = before.get(tag) ?? null;
      const other = there.get(tag);
      if (other !== undefined) compare(pathOf(tag), old, other, item);
      else if (!isDeepStrictEqual(old, item) && isMade(pathOf(tag), old, null, item)) added.set(tag, groupOf(item));
    }
    const [first = [], second = [], third = []] = [before, there, wanted].map((list) =>
      [...list.keys()].filter((tag) => [before, there, wanted].every((each) => each.has(tag))),
    );
    const isOrdered =
      !isDeepStrictEqual(third, first) &&
      !isDeepStrictEqual(third, second) &&
      isMade(`${field} (order)`, first, second, third);
    const [leading, following] = isOrdered ? [wanted, there] : [there, wanted];
    const target = weave([...leading.keys()], [...following.keys()]);
    for (const [at, tag] of target.filter((each) => order.includes(each) || added.has(each)).entries()) {
      if (order[at] === tag) continue;
      const item = added.get(tag);
      if (item) edits.push({ kind: 'add', list: field, item, at });
      else {
        edits.push({ kind: 'move', item: pathOf(tag), list: field, at });
        order.splice(order.indexOf(tag), 1);
      }
      order.splice(at, 0, tag);
    }
  };

  compare('', base.edition, theirs.edition, mine.edition);
  compare('nominations', was, now, next);
  return { edits, conflicts };
};
