import { lineAt, type Problem, type Repository } from './repository.ts';

const specifiers = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;
const inside = /(^|\/)node_modules\/|^(?!\.|@laurel\/)(?:@[^/]+\/)?[^/]+\/(?:dist|build|lib|src|esm|cjs|internal)\//;

/**
 * Finds imports that reach into the insides of a library: what it doesn't export may be gone with any patch of it. Our own
 * packages say in their `exports` what can be reached.
 */
export function checkDeepImports(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) => {
      const text = repository.read(file);
      return [...text.matchAll(specifiers)]
        .filter((match) => inside.test(match[2] ?? ''))
        .map((match) => ({
          file: `${file}:${lineAt(text, match.index)}`,
          message: `imports "${match[2]}", the inside of a package; use what the package exports`,
        }));
    });
}
