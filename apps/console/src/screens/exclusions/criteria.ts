import { type NamedSelection, namedSelectionSchema } from '@laurel/contracts/console/selection';
import type { Resolver } from 'react-hook-form';

/** The criteria as they are typed: lists one value a line, and times of the browser's zone. */
export type Criteria = {
  networks: string;
  from: string;
  until: string;
  nominees: string[];
  categories: string[];
  numbers: string;
  mailDomains: string;
  timeZones: string;
  userAgents: string;
  accounts: string;
  voters: string;
};
export type CriterionName = keyof Criteria;

export const NO_CRITERIA: Criteria = {
  networks: '',
  from: '',
  until: '',
  nominees: [],
  categories: [],
  numbers: '',
  mailDomains: '',
  timeZones: '',
  userAgents: '',
  accounts: '',
  voters: '',
};

/** The criteria with one value in each line. */
const LINES = ['networks', 'numbers', 'mailDomains', 'timeZones', 'userAgents', 'accounts', 'voters'] as const;

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The time in a date field, which has no offset, in UTC. Another text stays as it is, and is refused. */
const timeOf = (text: string): string => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};

/** The selection that was typed, not checked yet. */
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

/** The first message of each field of a selection, by the path of the contract; `root` for the whole of it. */
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

/** The fields of a failed call, `selection.networks.0`, as issues of the criteria. */
export const issuesOf = (fields: Readonly<Record<string, string>>): { path: string[]; message: string }[] =>
  Object.entries(fields).map(([field, message]) => ({ path: field.split('.').slice(1), message }));
