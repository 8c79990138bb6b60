import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { inLanguage, type Language } from '@laurel/contracts/languages';

/** The nomination and the category in one line; a nomination with one category has only its own name. */
export const categoryName = ({ title, name }: ResultsCategory, language: Language): string => {
  const [award, category] = [inLanguage(title, language), inLanguage(name, language)];
  return award === category ? award : `${award}: ${category}`;
};

/** The categories whose name, or one of whose nominees, has the words; all without words. */
export const findCategories = (
  categories: readonly ResultsCategory[],
  words: string,
  language: Language,
): readonly ResultsCategory[] => {
  const sought = words.trim().toLocaleLowerCase(language);
  if (sought === '') return categories;
  const has = (text: string): boolean => text.toLocaleLowerCase(language).includes(sought);
  return categories.filter(
    (category) =>
      has(categoryName(category, language)) ||
      (category.nominees ?? []).some(({ name, company }) => has(inLanguage(name, language)) || has(company)),
  );
};

/** The categories in which several nominees share the first place. */
export const tiesIn = (categories: readonly ResultsCategory[]): number =>
  categories.filter(({ nominees }) => (nominees ?? []).filter(({ rank }) => rank === 1).length > 1).length;
