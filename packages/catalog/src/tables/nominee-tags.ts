import { TAG_MAX } from '@laurel/contracts/limits';
import { latinWords, nameKey } from './latin.ts';

/** A text by its languages. */
export type Texts = Readonly<Record<string, string>>;

/** What a table of nominees is read against: an edition, or its draft. */
export interface KnownNominees {
  readonly nominations: readonly {
    readonly tag: string;
    readonly title: Texts;
    readonly categories: readonly {
      readonly tag: string;
      readonly name: Texts;
      readonly companies: readonly { readonly tag: string; readonly name: Texts }[];
    }[];
  }[];
  /** The paths of its files, like `logos/orbit-crew.webp`. */
  readonly files: readonly string[];
}

/** The names that people would call the same as this one, in any language. */
export const keysOf = (names: Texts): string[] => [...new Set(Object.values(names).map(nameKey))];

/** The first of `base`, `base-2`, `base-3` … that is free. */
export const firstFree = (base: string, isTaken: (tag: string) => boolean): string => {
  let tag = base.slice(0, TAG_MAX).replace(/-$/, '');
  for (let number = 2; isTaken(tag); number += 1) {
    const suffix = `-${number}`;
    tag = base.slice(0, TAG_MAX - suffix.length).replace(/-$/, '') + suffix;
  }
  return tag;
};

/**
 * Creates a function that gives tags to names: the one that a nominee of this name has, in whatever category, else one made of the
 * name. Nominees of different names get different tags everywhere, because a tag means one nominee in the whole edition.
 */
export const createTags = ({
  nominations,
}: Pick<KnownNominees, 'nominations'>): ((names: Texts, category: string) => string) => {
  const taken = new Set<string>();
  const tags = new Map<string, string>();
  const remember = (tag: string, names: Texts, category: string): void => {
    taken.add(tag);
    for (const key of keysOf(names)) {
      tags.set(`${category}/${key}`, tag);
      if (!tags.has(key)) tags.set(key, tag);
    }
  };
  for (const nomination of nominations) {
    for (const category of nomination.categories) {
      for (const { tag, name } of category.companies) remember(tag, name, `${nomination.tag}/${category.tag}`);
    }
  }
  return (names, category) => {
    const keys = keysOf(names);
    const known = [...keys.map((key) => `${category}/${key}`), ...keys].find((key) => tags.has(key));
    if (known !== undefined) return tags.get(known) ?? '';
    const words = Object.values(names).map(latinWords);
    const base = words.find((each) => each.length > 0)?.join('-') ?? 'nominee';
    const tag = firstFree(base, (each) => taken.has(each));
    remember(tag, names, category);
    return tag;
  };
};
