import { LANGUAGES } from '@laurel/contracts/languages';

// What the fields of a draft hold, which may have any mistakes.

type Item = Readonly<Record<string, unknown>>;

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list. */
export const itemsIn = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isItem) : []);

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text in each language: one for each, or one for all. */
export const textsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, textIn(isItem(value) ? value[language] : value)]));
