import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const leftOut = new Set(['node_modules', 'dist', 'generated', 'editions', '.turbo']);

/** All files that the builds of the API, the site and the console may read: sorted paths from the root. */
export function buildInputs(root: string): string[] {
  const found: string[] = ['pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json'];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!leftOut.has(entry.name)) visit(path);
      } else if (!/\.test\.tsx?$/.test(entry.name)) {
        found.push(path);
      }
    }
  };
  const folders = ['apps/api', 'apps/web', 'apps/console', 'packages', 'prisma/schema', 'verifiers'];
  for (const folder of folders) if (existsSync(join(root, folder))) visit(folder);
  return found.sort();
}

/** A hash of the names and contents of all build inputs: a few hundred files, some tens of milliseconds. */
export function buildHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of buildInputs(root)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
