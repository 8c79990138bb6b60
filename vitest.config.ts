import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

const root = import.meta.dirname;
const workspaces = ['apps', 'packages', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => ({ name: `@laurel/${name}`, place: join(root, folder, name) })),
);

/** One pool of workers and one summary for all workspaces; a workspace with needs of its own has its own config. */
export default defineConfig({
  test: {
    projects: [
      ...workspaces
        .filter(({ place }) => existsSync(join(place, 'src')))
        .map(({ name, place }) => {
          const own = join(place, 'vitest.config.ts');
          return existsSync(own)
            ? own
            : { test: { name, root: place, include: ['src/**/*.test.{ts,tsx}'], ...shared } };
        }),
      { test: { name: 'scripts', root: join(root, 'scripts'), include: ['**/*.test.ts'], ...shared } },
    ],
  },
});
