import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { TAG_MAX } from '@laurel/contracts/limits';
import { type Fields, fieldOf, partOf, textOf } from '../../lib/draft-fields.ts';

export type Texts = Readonly<Partial<Record<Language, string>>>;

/** A part of an item that is missing or breaks a rule. */
export type Part = 'name' | 'desc' | 'logo' | 'link' | 'picture' | 'alt' | 'video' | 'items' | 'other';
export type Gap = { readonly part: Part; readonly language?: Language };

type Item = {
  /** Its name in edits, made of tags: `nominations.best-podcast`. It is never shown. */
  readonly path: string;
  readonly tag: string;
  readonly name: Texts;
  readonly gaps: readonly Gap[];
};
export type Nominee = Item & {
  readonly category: string;
  readonly desc: Texts;
  readonly link: string;
  readonly logo: string | undefined;
  readonly picture: { readonly file: string; readonly alt: Texts } | undefined;
  readonly video: string;
};
export type Category = Item & { readonly nominees: readonly Nominee[] };
export type Nomination = Item & { readonly categories: readonly Category[] };

/** A text in its languages; one text may be for all of them. */
const textsOf = (value: FieldValue): Texts =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = textOf(typeof value === 'string' ? value : partOf(value, language));
      return text.trim() === '' ? [] : [[language, text]];
    }),
  );

/** The items of a list that have a tag; others can't be named, and the server says what is wrong with them. */
const itemsIn = (list: FieldValue, above: string): { item: FieldValue; path: string; tag: string }[] =>
  (Array.isArray(list) ? list : []).flatMap((item) => {
    const tag = textOf(partOf(item, 'tag'));
    return tag === '' ? [] : [{ item, path: `${above}.${tag}`, tag }];
  });

const missingIn = (part: Part, texts: Texts): Gap[] =>
  LANGUAGES.flatMap((language) => (texts[language] === undefined ? [{ part, language }] : []));

const PARTS: Readonly<Record<string, Part>> = {
  ...{ name: 'name', title: 'name', desc: 'desc', logo: 'logo', link: 'link', picture: 'picture', video: 'video' },
  ...{ categories: 'items', companies: 'items' },
};

/** The problems by their fields. */
export type Problems = ReadonlyMap<string, readonly EditionProblem[]>;

export const problemsByField = (fields: Fields, problems: readonly EditionProblem[]): Problems =>
  Map.groupBy(
    problems.filter((problem) => fieldOf(fields, problem) !== undefined),
    (problem) => fieldOf(fields, problem) ?? '',
  );

/** What is missing in an item, and what breaks a rule in it, each once. */
const gapsOf = (path: string, missing: readonly Gap[], problems: Problems): Gap[] => {
  const broken = [...problems.keys()].flatMap((field): Gap[] => {
    if (field !== path && !field.startsWith(`${path}.`)) return [];
    const [first = '', second, third] = field.slice(path.length + 1).split('.');
    // A part of an item inside this one.
    if (PARTS[first] === 'items' && third !== undefined) return [];
    const language = LANGUAGES.find((each) => each === (third ?? second));
    const part = second === 'alt' ? 'alt' : (PARTS[first] ?? 'other');
    return [{ part, ...(language === undefined ? {} : { language }) }];
  });
  const key = ({ part, language }: Gap) => `${part} ${language ?? ''}`;
  const named = new Set(missing.map(({ part }) => part));
  // A whole field that is missing is named in each language.
  const others = broken.filter(({ part, language }) => language !== undefined || !named.has(part));
  return [...new Map([...missing, ...others].map((gap) => [key(gap), gap])).values()];
};

const nomineesIn = (category: FieldValue, above: string, problems: Problems): Nominee[] =>
  itemsIn(partOf(category, 'companies'), `${above}.companies`).map(({ item, path, tag }) => {
    const file = textOf(partOf(partOf(item, 'picture'), 'file'));
    const picture = file === '' ? undefined : { file, alt: textsOf(partOf(partOf(item, 'picture'), 'alt')) };
    const logo = textOf(partOf(item, 'logo')) || undefined;
    const name = textsOf(partOf(item, 'name'));
    const desc = textsOf(partOf(item, 'desc'));
    const missing: Gap[] = [
      ...missingIn('name', name),
      ...missingIn('desc', desc),
      ...(logo === undefined ? [{ part: 'logo' } as const] : []),
      ...(picture ? missingIn('alt', picture.alt) : []),
    ];
    const [link, video] = [textOf(partOf(item, 'link')), textOf(partOf(item, 'video'))];
    const gaps = gapsOf(path, missing, problems);
    return { path, tag, name, gaps, category: above, desc, link, logo, picture, video };
  });

/** The nominations of a draft, with what is missing in each of them. */
export const outlineOf = (fields: Fields, problems: Problems): Nomination[] =>
  itemsIn(fields.nominations, 'nominations').map(({ item, path, tag }) => {
    const categories = itemsIn(partOf(item, 'categories'), `${path}.categories`).map((each): Category => {
      const nominees = nomineesIn(each.item, each.path, problems);
      const name = textsOf(partOf(each.item, 'name'));
      const missing: Gap[] = [
        ...missingIn('name', name),
        ...(nominees.length === 0 ? [{ part: 'items' } as const] : []),
      ];
      return { path: each.path, tag: each.tag, name, nominees, gaps: gapsOf(each.path, missing, problems) };
    });
    const name = textsOf(partOf(item, 'title'));
    const missing: Gap[] = [
      ...missingIn('name', name),
      ...(categories.length === 0 ? [{ part: 'items' } as const] : []),
    ];
    return { path, tag, name, categories, gaps: gapsOf(path, missing, problems) };
  });

/** How much is missing in an item and in what it holds. */
export const gapCount = (item: Nomination | Category | Nominee): number => {
  const inside = 'categories' in item ? item.categories : 'nominees' in item ? item.nominees : [];
  return item.gaps.length + inside.reduce((sum, each) => sum + gapCount(each), 0);
};

/** What kind of item a path names. */
export const kindOf = (path: string | undefined): 'all' | 'nomination' | 'category' | 'nominee' | 'edition' => {
  if (path === undefined || path === 'nominations') return 'all';
  if (!path.startsWith('nominations.')) return 'edition';
  const parts = path.split('.').length;
  return parts <= 2 ? 'nomination' : parts <= 4 ? 'category' : 'nominee';
};

/** A tag for a new item: the letters and digits of its name, and a number if the tag is taken. It never changes afterwards. */
export const newTag = (name: string, taken: ReadonlySet<string>): string => {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '');
  const words = letters
    .replace(/[\s-]+/g, '-')
    .slice(0, TAG_MAX - 4)
    .replace(/^-|-$/g, '');
  const base = words || `n-${crypto.randomUUID().slice(0, 8)}`;
  let tag = base;
  for (let number = 2; taken.has(tag); number += 1) tag = `${base}-${number}`;
  return tag;
};
