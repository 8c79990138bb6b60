/** One thing that is wrong with an edition: where (line and column count from 1) and which rule it breaks. */
export interface Problem {
  /** The file, relative to the edition's directory. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The path of the field, like `categories[0].companies[2].logo`; empty where the whole file is meant. */
  readonly field: string;
  /** The rule in plain words, to be read after the field's name. */
  readonly message: string;
}

/** One line that a person (and an editor that follows file:line:column) can read. */
export const formatProblem = ({ file, line, column, field, message }: Problem): string =>
  `${file}:${line}:${column} ${field === '' ? '' : `${field} `}${message}`;

/** An edition that can't be used, with everything that is wrong with it. */
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

/** A field's path as people write it. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
