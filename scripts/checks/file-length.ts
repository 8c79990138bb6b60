import type { Problem, Repository } from './repository.ts';

/** The maximum number of lines of a source file. A longer file has more than one subject. */
const mostLines = 300;

/** Files that may be longer. The list is empty and should stay empty. */
const longForNow: readonly string[] = [];

const counted = /\.(ts|tsx|mjs|css)$/;

/** Finds source files over the limit, and exceptions that are no longer needed. */
export function checkFileLength(repository: Repository, exceptions: readonly string[] = longForNow): Problem[] {
  const long = new Map(
    repository.files
      .filter((file) => counted.test(file))
      .map((file) => [file, repository.read(file).replace(/\n$/, '').split('\n').length] as const)
      .filter(([, lines]) => lines > mostLines),
  );
  const tooLong = [...long]
    .filter(([file]) => !exceptions.includes(file))
    .map(([file, lines]) => ({ file, message: `has ${lines} lines; ${mostLines} is the most` }));
  const needless = exceptions
    .filter((file) => !long.has(file))
    .map((file) => ({ file, message: 'is within the limit now: take it off the list of exceptions' }));
  return [...tooLong, ...needless];
}
