import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { Json } from './apply-edits.ts';
import type { Nominee } from './outline.ts';
import { useDraft } from './use-draft.ts';

/**
 * The fields that a nominee has in common in all categories in which it stands: the edition refuses another name or logo of the same
 * nominee.
 */
export const useNominee = ({ path, tag, name, logo }: Nominee) => {
  const { nominations, get, set } = useDraft();
  const nominees = nominations.flatMap(({ categories }) => categories.flatMap((category) => category.nominees));
  const copies = nominees.filter((each) => each.tag === tag);
  const setAll = (part: string, value: Json) => {
    for (const each of copies) set(`${each.path}.${part}`, value);
  };
  // One name is for all languages until another one has its own.
  const isOne = typeof get(`${path}.name`) !== 'object' || get(`${path}.name`) === null;
  return {
    /** In how many categories it stands. */
    copies: copies.length,
    logo,
    name: inEachLanguage((language) => (isOne && language !== DEFAULT_LANGUAGE ? '' : (name[language] ?? ''))),
    setName: (language: Language, text: string): void => {
      const others = LANGUAGES.filter((each) => each !== language).map((each) => name[each]);
      if (isOne && language === DEFAULT_LANGUAGE) setAll('name', text || null);
      else if (text === '' && language !== DEFAULT_LANGUAGE) setAll('name', others[0] ?? null);
      else setAll(`name.${language}`, text || null);
    },
    setLogo: (file: string): void => {
      for (const each of copies) if (each.path !== path) set(`${each.path}.logo`, file);
    },
  };
};
