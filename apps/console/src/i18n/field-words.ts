import type { Language } from '@laurel/contracts/languages';
import { textMap } from './text-map.ts';

/** What the fields of an edition are called in a language, by their paths. The namespace `edition-form` must be loaded. */
export const fieldWords = (language: Language) => {
  const [labels, helps, groups, options] = ['label', 'help', 'group', 'option'].map((key) =>
    textMap(language, 'edition-form', key),
  );
  return {
    label: (path: string): string => labels?.get(path) ?? path,
    help: (path: string): string | undefined => helps?.get(path),
    /** The name of a group of fields, if it has one. */
    group: (path: string): string | undefined => groups?.get(path),
    /** A value of a choice in words. */
    option: (path: string, value: string): string => options?.get(`${path}.${value}`) ?? value,
  };
};
export type FieldWords = ReturnType<typeof fieldWords>;
