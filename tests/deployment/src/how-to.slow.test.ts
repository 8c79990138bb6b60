import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '@laurel/support/repository';
import { copyRepository } from '@laurel/support/repository-copy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The changes of docs/how-to and the tests that check each. */
const HOW_TO = [
  {
    name: 'error-code',
    projects: ['.', 'apps/web'],
    tests: ['packages/contracts/src/errors.test.ts', 'apps/web/src/i18n'],
  },
  {
    name: 'cli-command',
    projects: ['.'],
    tests: ['apps/api/src/cli/commands'],
  },
  {
    name: 'table',
    projects: ['.'],
    tests: [
      ...['rules', 'schema-check', 'baseline', 'migrations-online'].map(
        (name) => `packages/database/src/${name}.test.ts`,
      ),
      'privacy.test.ts',
    ],
  },
];

const MINUTES = 60_000;

describe('the changes that CONTRIBUTING.md describes', () => {
  let root: string;
  beforeAll(() => {
    root = copyRepository(inRepository('.'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Runs a program of the copy and fails with all that it printed. */
  const run = (program: string, ...args: string[]): void => {
    try {
      execFileSync(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: 'pipe', encoding: 'utf8' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      expect.fail(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
    }
  };

  it.each(HOW_TO)(
    '$name: the patch passes the checks',
    ({ name, projects, tests }) => {
      const patch = inRepository(`docs/how-to/${name}.patch`);
      const apply = (...options: string[]): void => {
        execFileSync('git', ['apply', '-C1', ...options, patch], { cwd: root, stdio: 'pipe' });
      };
      const files = [...readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/(.+\.tsx?)$/gm)].map(([, file = '']) => file);
      apply();
      try {
        run('node', 'packages/database/scripts/generate.ts');
        for (const project of projects) run('tsc', '-p', project);
        run('biome', 'check', '--error-on-warnings', ...files);
        run('vitest', 'run', ...tests);
      } finally {
        apply('--reverse');
      }
    },
    20 * MINUTES,
  );
});
