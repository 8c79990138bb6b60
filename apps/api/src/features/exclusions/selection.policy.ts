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

/**
 * The database's ids of nominees and categories by name (nomination/category/nominee and nomination/category), and the
 * names by id.
 */
export type Names = {
  nominees: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
  nomineeOf: ReadonlyMap<number, string>;
  categoryOf: ReadonlyMap<number, string>;
};

const reversed = (ids: ReadonlyMap<string, number>): Map<number, string> =>
  new Map([...ids].map(([name, id]) => [id, name]));

/** Maps the names of the ballot to the database's ids, and back. */
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

/**
 * Replaces names with the database's ids.
 * @throws FieldError for a name that the edition does not have
 */
export const selectionOf = (named: NamedSelection, names: Names): Selection => {
  const { nominees: _nominees, categories: _categories, ...criteria } = named;
  const nominees = idsOf('nominees', named.nominees, names.nominees);
  const categories = idsOf('categories', named.categories, names.categories);
  return { ...criteria, ...(nominees && { nominees }), ...(categories && { categories }) };
};

/** Whether a selection names people. */
export const namesPeople = ({ accounts, voters }: Selection): boolean => accounts !== undefined || voters !== undefined;

/** The criteria without nominees and categories: whose votes don't match them are the people who are left. */
export const peopleAndTimesIn = ({ nominees: _nominees, categories: _categories, ...rest }: Selection): Selection =>
  rest;

/**
 * The criteria about people, without nominees, categories and times; undefined if there are none. If they match few
 * people, a preview shows how these people voted, even if none of their votes matches the whole selection.
 */
export const peopleIn = (selection: Selection): Selection | undefined => {
  const { from: _from, until: _until, ...people } = peopleAndTimesIn(selection);
  return Object.keys(people).length > 0 ? people : undefined;
};

const nameOf = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? String(id);

/** A stored selection with names instead of ids. Of accounts and voters it has only the number. */
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

/** A described selection with the number of its values that mean people, for those who may not know whom it means. */
export const withoutValues = (selection: StoredSelection): StoredSelection => {
  const { nominees, categories, ...criteria } = selection;
  const counted = Object.entries(criteria).map(([key, value]) => [key, Array.isArray(value) ? value.length : value]);
  return { ...Object.fromEntries(counted), ...(nominees && { nominees }), ...(categories && { categories }) };
};

/** The criteria of a selection with the number of their values, and times as they are. They mean nobody. */
export const criteriaOf = (selection: Selection): string[] =>
  Object.entries(selection).map(([key, value]) => `${key} ${Array.isArray(value) ? `(${value.length})` : value}`);
