import type { ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { firstOf } from '@laurel/contracts/console/winners';
import { inLanguage, type Language } from '@laurel/contracts/languages';

/** The names of the nomination and the category in one line; one name if both are the same. */
export const categoryName = ({ title, name }: Pick<ResultsCategory, 'title' | 'name'>, language: Language): string => {
  const [award, category] = [inLanguage(title, language), inLanguage(name, language)];
  return award === category ? award : `${award}: ${category}`;
};

/** The number of categories in which several nominees share the first place. */
export const countTies = (categories: readonly ResultsCategory[]): number =>
  categories.filter((category) => firstOf(category).length > 1).length;

/** Whether a nominee shares a place with another one. */
export const isTied = ({ tie, counted }: ResultsNominee): boolean => tie && counted > 0;
