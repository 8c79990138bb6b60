/** A problem of an edition: its place (line and column count from 1) and the rule. */
export interface Problem {
  /** The file, relative to the edition's directory. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The path of the field, like `categories[0].companies[2].logo`; empty for the whole file. */
  readonly field: string;
  /** The rule in plain words, which continues the field's name. */
  readonly message: string;
}

/** One line that starts with file:line:column, which editors can follow. */
export const formatProblem = ({ file, line, column, field, message }: Problem): string =>
  `${file}:${line}:${column} ${field === '' ? '' : `${field} `}${message}`;

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

/** The path of a field in the usual notation. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
