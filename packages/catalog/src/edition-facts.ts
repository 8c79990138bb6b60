import { isGroup } from './compare-editions.ts';
import type { Edition } from './edition.ts';

/** Each value of a group with its field. A list is one value, and a missing value or null is none. */
const valuesOf = (value: unknown, field: string): [string, string][] => {
  if (value === undefined || value === null) return [];
  if (isGroup(value)) return Object.entries(value).flatMap(([name, each]) => valuesOf(each, `${field}.${name}`));
  return [[field, typeof value === 'string' ? value : JSON.stringify(value)]];
};

/**
 * What a vote means, how it is shown and how it is counted, by field: the year, when proofs expire, the rules of the results
 * and of the public log, and the names and logos of all nominees. The database compares them when an edition is published. The fields are
 * named as in `compareEditions`.
 */
export const editionFacts = ({
  year,
  approvals,
  reverify,
  results,
  announce,
  log,
  nominations,
}: Pick<Edition, 'year' | 'approvals' | 'reverify' | 'results' | 'announce' | 'log' | 'nominations'>): Record<
  string,
  string
> =>
  Object.fromEntries([
    ...Object.entries({ year, approvals, reverify, results, announce, log }).flatMap(([name, value]) =>
      valuesOf(value, name),
    ),
    ...nominations.flatMap((nomination) => {
      const inNomination = `nominations.${nomination.tag}`;
      return [
        ...valuesOf(nomination.title, `${inNomination}.title`),
        ...nomination.categories.flatMap((category) => {
          const inCategory = `${inNomination}.categories.${category.tag}`;
          return [
            ...valuesOf(category.name, `${inCategory}.name`),
            ...category.companies.flatMap(({ tag, name, logo }) =>
              valuesOf({ name, logo }, `${inCategory}.companies.${tag}`),
            ),
          ];
        }),
      ];
    }),
  ]);
