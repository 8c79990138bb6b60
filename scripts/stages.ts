import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { capture } from './processes.ts';
import { playwrightTotals, type Totals, vitestTotals, withExitCode } from './reports.ts';

/** Where a stage runs: the root of the repository and the environment of its programs. */
export interface Place {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** How a stage ended; `output` is shown when something failed. */
export interface StageResult {
  readonly totals: Totals;
  readonly output: string;
}

/** A stage. It starts when all the stages it is `after` have ended, well or not. */
export interface Stage {
  readonly name: string;
  readonly after: readonly string[];
  run(place: Place): Promise<StageResult>;
}

/** The targets of the Dockerfile, and the names by which docker-compose.yml asks for their images. */
const imageNames = [
  { target: 'app', name: 'laurel' },
  { target: 'backup', name: 'laurel-backup' },
];

/** A stage that is one program: it passes as one, or fails as one. */
function program(name: string, after: readonly string[], command: string, args: readonly string[]): Stage {
  return {
    name,
    after,
    async run({ root, env }) {
      const { code, output } = await capture(command, args, { cwd: root, env });
      return { totals: code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output };
    },
  };
}

/** A stage of Vitest. @param chosen options and names of files, beside those of every run */
function vitest(name: string, after: readonly string[], chosen: readonly string[]): Stage {
  return {
    name,
    after,
    async run({ root, env }) {
      const report = join(root, `.reports/${name}.json`);
      rmSync(report, { force: true });
      const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const { code, output } = await capture('vitest', args, { cwd: root, env });
      return { totals: withExitCode(vitestTotals(report), code), output };
    },
  };
}

/** A stage of Playwright. @param chosen options beside those of every run */
function playwright(name: string, after: readonly string[], chosen: readonly string[]): Stage {
  return {
    name,
    after,
    async run({ root, env }) {
      const cwd = join(root, 'tests/e2e');
      const browser = await findBrowser(root, env).catch((error: Error) => error);
      if (browser instanceof Error) return { totals: { passed: 0, failed: 1 }, output: browser.message };
      const report = join(root, `.reports/${name}.json`);
      rmSync(report, { force: true });
      const command = ['node_modules/.bin/playwright', 'test', '--reporter=list,json', ...chosen];
      const { code, output } = await capture(join(root, 'scripts/quiet-network'), command, {
        cwd,
        env: { ...env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      });
      return { totals: withExitCode(playwrightTotals(report), code), output };
    },
  };
}

/** The row of docs/requirements.tsv that a title names. */
const ROW = '[A-Z]{2}-[0-9]{2}';
const checks = ['build', 'types', 'lint', 'spelling', 'layout', 'boundaries', 'unused'];
/** Tests that attack, measure or deploy the whole of Laurel, and those that wait for time limits and outages. */
const slow = { projects: ['attack', 'bench', 'deployment'], files: '.slow.test.ts' };

/** The containers, as an organiser runs them. Without an engine this fails: a run that skipped it proves nothing. */
const stack: Stage = {
  name: 'stack',
  after: ['more-journeys', 'slow', 'journeys', 'tests', 'build'],
  async run({ root, env }) {
    const engine = await capture('scripts/engine', ['up'], { cwd: root, env });
    if (engine.code !== 0) {
      const output = `The tests of the containers did not run: no container engine.\n${engine.output}`;
      return { totals: { passed: 0, failed: 1 }, output };
    }
    const version = `test-${process.pid}`;
    const images = imageNames.map(({ target, name }) => ({ target, tag: `${name}:${version}` }));
    try {
      for (const { target, tag } of images) {
        const built = await capture('docker', ['build', '-q', '--target', target, '-t', tag, '.'], { cwd: root, env });
        if (built.code !== 0) return { totals: { passed: 0, failed: 1 }, output: built.output };
      }
      const report = join(root, '.reports/stack.json');
      rmSync(report, { force: true });
      const args = ['run', '--config', 'vitest.stack.ts', '--reporter=default', '--reporter=json'];
      const { code, output } = await capture('vitest', [...args, `--outputFile.json=${report}`], {
        cwd: join(root, 'tests/stack'),
        env: { ...env, STACK_VERSION: version },
      });
      return { totals: withExitCode(vitestTotals(report), code), output };
    } finally {
      await capture('docker', ['image', 'rm', '--force', ...images.map(({ tag }) => tag)], { cwd: root, env });
      if (engine.output.includes('started')) await capture('scripts/engine', ['down'], { cwd: root, env });
    }
  },
};

const prepare = [
  program('generate', [], 'turbo', ['run', 'generate', '--output-logs=errors-only']),
  program('build', ['generate'], 'turbo', ['run', 'build', '--output-logs=errors-only']),
];

/**
 * What `npm test` runs: every check, and every test that takes seconds. The checks run beside each other; the tests, which
 * have workers of their own, and the journeys, which depend on a browser's clock, each have the machine to themselves.
 */
export const quickStages: readonly Stage[] = [
  ...prepare,
  program('lint', [], 'biome', ['check', '--error-on-warnings', '.']),
  program('spelling', [], 'cspell', ['--no-progress']),
  program('layout', [], 'node', ['scripts/structure.ts', 'layout']),
  program('types', ['generate'], 'turbo', ['run', 'types', 'types:scripts', '--output-logs=errors-only', '--continue']),
  program('boundaries', ['generate'], 'node', ['scripts/structure.ts', 'boundaries']),
  program('unused', ['generate'], 'node', ['scripts/structure.ts', 'unused']),
  vitest('tests', checks, [
    ...slow.projects.map((name) => `--project=!@laurel/${name}`),
    `--exclude=**/*${slow.files}`,
  ]),
  playwright('journeys', ['tests', 'build'], ['--grep', ROW]),
];

/** What `npm run test:rest` runs: everything that `npm test` does not. */
export const restStages: readonly Stage[] = [
  ...prepare,
  vitest('slow', ['build'], [...slow.projects.map((name) => `tests/${name}/`), slow.files]),
  playwright('more-journeys', ['slow', 'build'], ['--grep-invert', ROW]),
  stack,
];
