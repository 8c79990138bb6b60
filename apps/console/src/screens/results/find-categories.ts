import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { inLanguage, type Language } from '@laurel/contracts/languages';

/** The names of the nomination and the category in one line; one name if both are the same. */
export const categoryName = ({ title, name }: ResultsCategory, language: Language): string => {
  const [award, category] = [inLanguage(title, language), inLanguage(name, language)];
  return award === category ? award : `${award}: ${category}`;
};

/** The categories with this text in their own name or in a nominee's; all categories for an empty text. */
export const findCategories = (
  categories: readonly ResultsCategory[],
  text: string,
  language: Language,
): readonly ResultsCategory[] => {
  const sought = text.trim().toLocaleLowerCase(language);
  if (sought === '') return categories;
  const has = (name: string): boolean => name.toLocaleLowerCase(language).includes(sought);
  return categories.filter(
    (category) =>
      has(categoryName(category, language)) ||
      (category.nominees ?? []).some(({ name, company }) => has(inLanguage(name, language)) || has(company)),
  );
};

/** The number of categories in which several nominees share the first place. */
export const countTies = (categories: readonly ResultsCategory[]): number =>
  categories.filter(({ nominees }) => (nominees ?? []).filter(({ rank }) => rank === 1).length > 1).length;
