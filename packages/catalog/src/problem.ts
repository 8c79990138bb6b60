import { type EditionRule, type ParamOf, type RuleParams, ruleText } from '@laurel/contracts/console/edition-rules';

/** The violation of a rule. */
export interface Violation {
  readonly rule: EditionRule;
  readonly params: RuleParams;
  /** The rule in plain English, which continues the field's name. */
  readonly message: string;
}

/** The values that a rule needs, if it needs any. */
export type RuleArguments<R extends EditionRule> = [ParamOf<R>] extends [never]
  ? []
  : [params: Readonly<Record<ParamOf<R>, string | number>>];

/** The violation of a rule, with the values that it needs. */
export const violation = <R extends EditionRule>(rule: R, ...given: RuleArguments<R>): Violation => {
  const params: RuleParams = { ...given.at(0) };
  return { rule, params, message: ruleText(rule, params) };
};

/** A place in an edition. Line and column count from 1. */
export interface Place {
  /** The file, relative to the edition's directory. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The path of the field, like `categories[0].companies[2].logo`; empty for the whole file. */
  readonly field: string;
}

/** A problem of an edition: its place and the rule. */
export interface Problem extends Place, Violation {}

/** A problem of a whole file. */
export const ofFile = (file: string, rule: Violation): Problem => ({ file, line: 1, column: 1, field: '', ...rule });

/** One line that starts with file:line:column, which editors can follow. */
export const formatProblem = ({ file, line, column, field, message }: Problem): string =>
  `${file}:${line}:${column} ${field === '' ? '' : `${field} `}${message}`;

/** One line about something that is no problem, but worth a look. */
export const formatWarning = (warning: Problem): string => `Worth a look: ${formatProblem(warning)}`;

/** An invalid edition with all its problems. */
export class EditionError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The edition has ${problems.length} problem(s):\n${problems.map(formatProblem).join('\n')}`);
    this.name = 'EditionError';
    this.problems = problems;
  }
}

/** By file, then line, then column. */
export const byPlace = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column;

/** The most problems that are listed: a file of hostile content can have hundreds of thousands. */
const MAX_PROBLEMS = 500;

/** The first problems; the last one counts those that are left out. */
export const capped = <Each extends Violation>(problems: readonly Each[]): readonly Each[] => {
  const last = problems[MAX_PROBLEMS - 1];
  if (problems.length <= MAX_PROBLEMS || last === undefined) return problems;
  const count = problems.length - MAX_PROBLEMS + 1;
  return [...problems.slice(0, MAX_PROBLEMS - 1), { ...last, ...violation('more', { count }) }];
};

/** The path of a field in the usual notation. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
