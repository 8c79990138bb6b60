import { type NamedSelection, namedSelectionSchema } from '@laurel/contracts/console/selection';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import type { Resolver } from 'react-hook-form';
import { fromZoned } from '../../lib/zoned-time.ts';
import { type Criteria, NO_CRITERIA } from '../../session/exclusion-draft.ts';

export type CriterionName = keyof Criteria;

/** The criteria with one value in each line. */
const LINES = ['networks', 'numbers', 'mailDomains', 'timeZones', 'userAgents', 'accounts', 'voters'] as const;

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The time of a field for dates and times, in UTC. Any other text stays as it is, and the schema refuses it. */
const timeOf = (text: string): string => fromZoned(text, DISPLAY_TIME_ZONE) ?? text;

/** Converts the typed criteria to a selection. It is not checked yet. */
export const selectionFrom = (criteria: Criteria): Record<string, unknown> => {
  const lists = [
    ...LINES.map((key) => [key, linesOf(criteria[key])] as const),
    ['nominees', criteria.nominees] as const,
    ['categories', criteria.categories] as const,
  ];
  return {
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
    ...(criteria.from === '' ? {} : { from: timeOf(criteria.from) }),
    ...(criteria.until === '' ? {} : { until: timeOf(criteria.until) }),
  };
};

/** Whether a word is the name of a criterion. */
export const isCriterion = (key: PropertyKey | undefined): key is CriterionName =>
  typeof key === 'string' && key in NO_CRITERIA;

/** The first message about each criterion, by its name; `root` is for messages about the selection as a whole. */
export const problemsIn = (
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Partial<Record<CriterionName | 'root', { type: string; message: string }>> => {
  const problems: Partial<Record<CriterionName | 'root', { type: string; message: string }>> = {};
  for (const { path, message } of issues) {
    const name = isCriterion(path[0]) ? path[0] : 'root';
    problems[name] ??= { type: 'invalid', message };
  }
  return problems;
};

/** Checks the criteria with the contract's schema, so that the form and the server say the same. */
export const criteriaResolver: Resolver<Criteria, unknown, NamedSelection> = (criteria) => {
  const parsed = namedSelectionSchema.safeParse(selectionFrom(criteria));
  return parsed.success ? { values: parsed.data, errors: {} } : { values: {}, errors: problemsIn(parsed.error.issues) };
};

/** Converts the invalid fields of a failed call, such as `selection.networks.0`, to issues of the criteria. */
export const issuesOf = (fields: Readonly<Record<string, string>>): { path: string[]; message: string }[] =>
  Object.entries(fields).map(([field, message]) => ({ path: field.split('.').slice(1), message }));
