import { LANGUAGES } from '@laurel/contracts/languages';
import type { Category, Company, Nomination } from './flow.ts';

/** A nominee that was found, in one of its categories. */
export type Found = {
  readonly nomination: Nomination;
  readonly category: Category;
  readonly company: Company;
};

/** A word of this length or more is also found with one wrong, missing, additional or swapped letter. */
const TYPO_LENGTH = 4;

/** How well a typed word fits a name; the best is 0. */
const FIT = { start: 0, word: 1, inside: 2, typo: 3 } as const;

/** A text in small letters, without accents and apostrophes. */
const plainOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
    .replaceAll('ґ', 'г');

/** Where words end. Signs are part of words only in a query of signs, for names such as "!!!" and emoji. */
const ENDS = { letters: /[^\p{L}\p{N}]+/u, signs: /\s+/ } as const;

const wordsOf = (text: string, ends: RegExp): readonly string[] => plainOf(text).split(ends).filter(Boolean);

/** Whether a name's word begins with a typed word that has at most one wrong, missing, additional or swapped letter. */
const beginsAlmost = (word: string, typed: string): boolean => {
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const [rest, left] = [word.slice(same), typed.slice(same)];
  if (left === '') return true;
  return (
    rest.slice(1).startsWith(left.slice(1)) ||
    rest.startsWith(left.slice(1)) ||
    rest.slice(1).startsWith(left) ||
    (rest.length > 1 && left[0] === rest[1] && left[1] === rest[0] && rest.slice(2).startsWith(left.slice(2)))
  );
};

/** How well a typed word fits the words of a name; undefined if it doesn't. */
const fitOf = (words: readonly string[], typed: string): number | undefined => {
  // A name may be typed as one word, like the address of its site.
  if (words[0]?.startsWith(typed) || words.join('').startsWith(typed)) return FIT.start;
  if (words.some((word) => word.startsWith(typed))) return FIT.word;
  if (words.some((word) => word.includes(typed))) return FIT.inside;
  return typed.length >= TYPO_LENGTH && words.some((word) => beginsAlmost(word, typed)) ? FIT.typo : undefined;
};

/** How well all typed words fit a name: as well as the worst of them. */
const nameFit = (name: string, typed: readonly string[], ends: RegExp): number | undefined => {
  const words = wordsOf(name, ends);
  const fits = typed.map((each) => fitOf(words, each));
  return fits.every((fit) => fit !== undefined) ? Math.max(...fits) : undefined;
};

/**
 * Finds nominees by their name in any language, in all nominations and categories. Case, accents, apostrophes and
 * one wrong letter don't matter. The best fit is first; equal ones are in the page's order.
 */
export const searchNominees = (nominations: readonly Nomination[], query: string): readonly Found[] => {
  const ends = wordsOf(query, ENDS.letters).length > 0 ? ENDS.letters : ENDS.signs;
  const typed = wordsOf(query, ends);
  if (typed.length === 0) return [];
  return nominations
    .flatMap((nomination) =>
      nomination.categories.flatMap((category) =>
        category.companies.flatMap((company) => {
          const fits = LANGUAGES.flatMap((language) => nameFit(company.name[language], typed, ends) ?? []);
          return fits.length === 0 ? [] : [{ fit: Math.min(...fits), found: { nomination, category, company } }];
        }),
      ),
    )
    .sort((a, b) => a.fit - b.fit)
    .map(({ found }) => found);
};
