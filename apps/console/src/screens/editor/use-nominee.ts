import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { Nominee } from './outline.ts';
import { useDraft } from './use-draft.ts';

/** The name and the logo of a nominee, which are one in all categories in which it stands. */
export const useNominee = ({ path, tag, name, logo }: Nominee) => {
  const { nominations, get, set } = useDraft();
  const nominees = nominations.flatMap(({ categories }) => categories.flatMap((category) => category.nominees));
  const copies = nominees.filter((each) => each.tag === tag);
  const setPart = (part: string, value: FieldValue) => set(`${path}.${part}`, value);
  // One name is for all languages until another one has its own.
  const isOne = typeof get(`${path}.name`) !== 'object' || get(`${path}.name`) === null;
  return {
    /** In how many categories it stands. */
    copies: copies.length,
    logo,
    name: inEachLanguage((language) => (isOne && language !== DEFAULT_LANGUAGE ? '' : (name[language] ?? ''))),
    setName: (language: Language, text: string): void => {
      const others = LANGUAGES.filter((each) => each !== language).map((each) => name[each]);
      if (isOne && language === DEFAULT_LANGUAGE) setPart('name', text || null);
      else if (text === '' && language !== DEFAULT_LANGUAGE) setPart('name', others[0] ?? null);
      else setPart(`name.${language}`, text || null);
    },
  };
};
