import type { StoredSelection } from '@laurel/contracts/console/exclusion-records';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { FieldError } from '../../app-error.ts';
import type { Selection } from './policy.ts';

/** A nominee of the database, with its category. */
export type BallotNominee = {
  id: number;
  categoryId: number;
  nomination: string;
  niche: string;
  company: string;
  withdrawn: boolean;
};

/** The ids of nominees and categories by name (nomination/category/nominee and nomination/category), and the reverse. */
export type Names = {
  nominees: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
  nomineeOf: ReadonlyMap<number, string>;
  categoryOf: ReadonlyMap<number, string>;
};

const reversed = (ids: ReadonlyMap<string, number>): Map<number, string> =>
  new Map([...ids].map(([name, id]) => [id, name]));

/** The names of the ballot with the database's ids. */
export const namesIn = (rows: readonly BallotNominee[]): Names => {
  const nominees = new Map(rows.map(({ id, nomination, niche, company }) => [`${nomination}/${niche}/${company}`, id]));
  const categories = new Map(rows.map(({ categoryId, nomination, niche }) => [`${nomination}/${niche}`, categoryId]));
  return { nominees, categories, nomineeOf: reversed(nominees), categoryOf: reversed(categories) };
};

const idsOf = (
  key: 'nominees' | 'categories',
  names: readonly string[] | undefined,
  ids: ReadonlyMap<string, number>,
): number[] | undefined =>
  names?.map((name, index) => {
    const id = ids.get(name);
    if (id === undefined) throw new FieldError({ [`selection.${key}.${index}`]: `The edition has no ${name}` });
    return id;
  });

/** A selection with the database's ids. @throws FieldError for a name that the edition does not have */
export const selectionOf = (named: NamedSelection, names: Names): Selection => {
  const { nominees: _nominees, categories: _categories, ...criteria } = named;
  const nominees = idsOf('nominees', named.nominees, names.nominees);
  const categories = idsOf('categories', named.categories, names.categories);
  return { ...criteria, ...(nominees && { nominees }), ...(categories && { categories }) };
};

/** Whether a selection names people, so that its preview shows how they voted. */
export const namesPeople = ({ accounts, voters }: Selection): boolean => accounts !== undefined || voters !== undefined;

const nameOf = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? String(id);

/** A stored selection with names, and only the length of lists of ids. */
export const describedSelection = (selection: Selection, names: Names): StoredSelection => {
  const { accounts, voters, nominees, categories, ...criteria } = selection;
  return {
    ...criteria,
    ...(accounts && { accounts: accounts.length }),
    ...(voters && { voters: voters.length }),
    ...(nominees && { nominees: nominees.map(nameOf(names.nomineeOf)) }),
    ...(categories && { categories: categories.map(nameOf(names.categoryOf)) }),
  };
};
