import type { Problem, Repository } from './repository.ts';

const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;
const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Finds dependencies with a version outside the catalog, and catalog versions that are not exact. */
export function checkOneVersion(repository: Repository): Problem[] {
  const manifests = repository.files.filter((file) => file === 'package.json' || file.endsWith('/package.json'));
  return [...manifests.flatMap((file) => strayVersions(file, repository.read(file))), ...looseVersions(repository)];
}

function strayVersions(file: string, text: string): Problem[] {
  const manifest: Partial<Record<(typeof groups)[number], Record<string, string>>> = JSON.parse(text);
  return groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([name, version]) => version !== (name.startsWith('@laurel/') ? 'workspace:*' : 'catalog:'))
    .map(([name, version]) => ({
      file,
      message: `${name} is "${version}": versions stand in the catalog of pnpm-workspace.yaml ("catalog:", "workspace:*" for our own)`,
    }));
}

/** The catalog is the block of `name: version` lines after `catalog:`; reading it needs no YAML parser. */
function looseVersions(repository: Repository): Problem[] {
  const file = 'pnpm-workspace.yaml';
  if (!repository.files.includes(file)) return [];
  const block = /^catalog:\n((?:[ \t]+.*\n|\s*\n|#.*\n)*)/m.exec(`${repository.read(file)}\n`)?.[1] ?? '';
  return block
    .split('\n')
    .map((line) => /^\s+['"]?([^'":\s]+)['"]?:\s*['"]?([^'"#\s]+)/.exec(line))
    .filter((entry) => entry !== null)
    .filter((entry) => !exact.test(entry[2] ?? ''))
    .map((entry) => ({ file, message: `${entry[1]} is "${entry[2]}": the catalog states exact versions` }));
}
