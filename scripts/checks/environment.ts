import { lineAt, type Problem, type Repository } from './repository.ts';

const readers = [
  /^apps\/api\/src\/config\.ts$/,
  /(^|\/)scripts\//,
  /^tests\//,
  /\.test\.tsx?$/,
  /\/testing[./-]/,
  /\.config\.(ts|mjs)$/,
];
const looks =
  /\bprocess\s*(?:\??\.\s*env\b|(?:\?\.)?\[\s*['"]env)|\{[^{}]*\benv\b[^{}]*\}\s*(?:=\s*process\b|from\s*['"](?:node:)?process['"])/g;

/** Finds code outside the API's configuration, the scripts and the tests that reads the environment. */
export function checkEnvironment(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !readers.some((reader) => reader.test(file)))
    .flatMap((file) => {
      const text = repository.read(file);
      return [...text.matchAll(looks)].map((match) => ({
        file: `${file}:${lineAt(text, match.index)}`,
        message: 'reads the environment; only apps/api/src/config.ts does, and hands values on',
      }));
    });
}
