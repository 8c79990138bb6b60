import { lineAt, type Problem, type Repository } from './repository.ts';

const specifiers = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;
const inside = /(^|\/)node_modules\/|^(?!\.|@laurel\/)(?:@[^/]+\/)?[^/]+\/(?:dist|build|lib|src|esm|cjs|internal)\//;

/**
 * Finds imports of a library's internal files, which any patch may remove. Workspace packages list their public files in
 * `exports`.
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
