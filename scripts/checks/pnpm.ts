import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of the pinned pnpm: the one that scripts/run.mjs recorded, else the one on the PATH. */
export function findPnpm(root: string): string {
  const stamp = join(root, 'node_modules/.laurel-install.json');
  const { pnpm } = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { pnpm: '' };
  return typeof pnpm === 'string' && existsSync(pnpm) ? pnpm : 'pnpm';
}
