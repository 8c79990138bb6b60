import { readBallotNames } from '@laurel/contracts/console/calls/exclusions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../i18n/language.ts';
import { queryOf } from './query.ts';

const namesQuery = queryOptions({ ...queryOf(readBallotNames, {}), staleTime: 5 * 60_000 });

/**
 * The titles of categories and nominees in the page's language. Without a title, a category is called by its name and a
 * nominee by the last part of its name.
 */
export const useBallotNames = () => {
  const language = useLanguage();
  const { data } = useQuery(namesQuery);
  const categories = new Map(data?.categories.map(({ name, title }) => [name, title[language]]));
  const nominees = new Map(data?.nominees.map(({ name, title }) => [name, title[language]]));
  return {
    categoryTitle: (name: string): string => categories.get(name) ?? name,
    /** @param name nomination/category/nominee */
    nomineeTitle: (name: string): string => nominees.get(name) ?? name.split('/').at(-1) ?? name,
    /** The options of lists: the categories, and the nominees, each after the title of its category. */
    categories: [...categories].map(([value, label]) => ({ value, label })),
    nominees: [...nominees].map(([value, label]) => {
      const category = value.split('/').slice(0, 2).join('/');
      return { value, label: `${categories.get(category) ?? category} — ${label}` };
    }),
  };
};
