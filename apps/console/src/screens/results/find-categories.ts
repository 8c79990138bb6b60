import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { inLanguage, type Language } from '@laurel/contracts/languages';
import { categoryName } from '../../lib/categories.ts';

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
