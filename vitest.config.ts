import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shared } from './vitest.shared.ts';

const root = import.meta.dirname;
const workspaces = ['apps', 'packages', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => ({ name: `@laurel/${name}`, place: join(root, folder, name) })),
);

const inBrowser = ({ moduleId }: TestSpecification): boolean => /\.dom\.test\.tsx?$/.test(moduleId);

/**
 * Vitest's order, but the files of each project that need a DOM come after those that need none. Vitest starts a new worker for
 * each change between the two, and starting one takes longer than most of these files.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((all) => [
      ...all.filter((file) => !inBrowser(file)),
      ...all.filter(inBrowser),
    ]);
  }
}

/** One pool of workers and one summary for all workspaces; a workspace with needs of its own has its own config. */
export default defineConfig({
  test: {
    sequence: { sequencer: ByEnvironment },
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
