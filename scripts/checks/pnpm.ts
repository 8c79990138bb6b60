import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the pinned pnpm lies: the door (scripts/run.mjs) wrote down which one it installed with; else the PATH knows. */
export function findPnpm(root: string): string {
  const stamp = join(root, 'node_modules/.laurel-install.json');
  const { pnpm } = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { pnpm: '' };
  return typeof pnpm === 'string' && existsSync(pnpm) ? pnpm : 'pnpm';
}
