import type { Problem, Repository } from './repository.ts';

/** The most lines that a source file may have: beyond that it has two subjects, and a newcomer can't hold it in mind. */
const mostLines = 300;

/** Files that are longer for now. The list only ever gets shorter; it is empty, and it should stay so. */
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
