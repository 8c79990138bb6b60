import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { TARGET_VARIABLE, targets } from './src/targets.ts';

const sandbox = join(import.meta.dirname, '../..');
/** StrykerJS runs in a copy of the repository whose node_modules are links to the original. */
const original = dirname(realpathSync(join(sandbox, 'node_modules')));

/** Workspace packages resolve to the original through those links: tests must load the mutated copy. */
const loadCopies: Plugin = {
  name: 'load-copies',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (!found || found.id.startsWith(`${sandbox}/`) || !found.id.startsWith(`${original}/`)) return found;
    const copy = join(sandbox, relative(original, found.id));
    return found.id.includes('/node_modules/') || !existsSync(copy) ? found : { ...found, id: copy };
  },
};

const { tests, database } = targets[process.env[TARGET_VARIABLE] ?? ''] ?? { tests: [] };

export default defineConfig({
  plugins: [loadCopies],
  root: sandbox,
  test: {
    ...shared,
    include: [...tests],
    exclude: ['**/*.slow.test.ts'],
    globalSetup: database ? ['packages/database/src/testing-setup.ts'] : [],
  },
});
