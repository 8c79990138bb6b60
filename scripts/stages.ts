import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_TARGETS, IMAGE_NAMES } from '@laurel/support/images';
import { findBrowser } from './browser.ts';
import { capture } from './processes.ts';
import {
  playwrightFailures,
  playwrightTotals,
  type Totals,
  vitestFailures,
  vitestTotals,
  withExitCode,
} from './reports.ts';

/** Where a stage runs: the root of the repository, the environment of its programs, and the signal that stops the run. */
export interface Place {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** How a stage ended. The output is shown if something failed; the failures are shown again at the end of the run. */
export interface StageResult {
  readonly totals: Totals;
  readonly failures?: readonly string[];
  readonly output: string;
}

/** A part of a run. Stages run one after the other. */
export interface Stage {
  readonly name: string;
  run(place: Place): Promise<StageResult>;
}

/** The tasks of turbo.json that `npm test` runs; turbo starts two at a time and skips a build that is up to date. */
export const checks = ['build', 'types', 'lint', 'spelling', 'layout', 'boundaries', 'unused'];

/** A stage of tasks that turbo runs. It counts as one passed test for each task, or as one failed test. */
export function turbo(tasks: readonly string[]): Stage {
  return {
    name: 'checks',
    async run({ root, env, signal }) {
      const args = ['run', ...tasks, '--continue=always', '--concurrency=2', '--output-logs=errors-only'];
      const { code, output } = await capture('turbo', args, { cwd: root, env, signal });
      return { totals: code === 0 ? { passed: tasks.length, failed: 0 } : { passed: 0, failed: 1 }, output };
    },
  };
}

/** A stage of Vitest. @param chosen options and file names, added to those of every run */
function vitest(name: string, chosen: readonly string[]): Stage {
  return {
    name,
    async run({ root, env, signal }) {
      const report = join(root, `.reports/${name}.json`);
      rmSync(report, { force: true });
      const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const { code, output } = await capture('vitest', args, { cwd: root, env, signal });
      return { totals: withExitCode(vitestTotals(report), code), failures: vitestFailures(report), output };
    },
  };
}

/** A stage of Playwright. @param chosen options, added to those of every run */
function playwright(name: string, chosen: readonly string[]): Stage {
  return {
    name,
    async run({ root, env, signal }) {
      const cwd = join(root, 'tests/e2e');
      const browser = await findBrowser(root, env, signal).catch((error: Error) => error);
      if (browser instanceof Error) return { totals: { passed: 0, failed: 1 }, output: browser.message };
      const report = join(root, `.reports/${name}.json`);
      rmSync(report, { force: true });
      const command = ['node_modules/.bin/playwright', 'test', '--reporter=list,json', ...chosen];
      const { code, output } = await capture(join(root, 'scripts/quiet-network'), command, {
        cwd,
        signal,
        env: { ...env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      });
      return { totals: withExitCode(playwrightTotals(report), code), failures: playwrightFailures(report), output };
    },
  };
}

/** The tag of the few browser tests that `npm test` runs: each takes a visitor or an organiser through much of the site. */
const JOURNEY = '@journey';
/** Tests that attack, measure or deploy the whole of Laurel, attack its verifiers, or wait for time limits and outages. */
const slow = { projects: ['attack', 'bench', 'deployment'], files: '.slow.test.ts' };

/** An image that a stage builds. */
interface Image {
  readonly name: string;
  readonly target: string;
  /** The folder with its Dockerfile. */
  readonly context: string;
}

const APP_IMAGES: readonly Image[] = Object.entries(IMAGE_NAMES).map(([target, name]) => ({
  name,
  target,
  context: '.',
}));
const CLUSTER_IMAGES: readonly Image[] = CLUSTER_TARGETS.map((target) => ({
  name: `${IMAGE_NAMES.app}-${target}`,
  target,
  context: 'deploy/cluster',
}));

/** A stage in containers, as an organiser runs them. It fails without an engine: a skipped stage would prove nothing. */
function containers(name: string, needed: readonly Image[]): Stage {
  return {
    name,
    async run({ root, env, signal }) {
      // If this fails, it stops the engine that it started.
      const engine = await capture('scripts/engine', ['up'], { cwd: root, env, signal });
      if (engine.code !== 0) {
        const output = `The tests in containers did not run: the container engine did not start.\n${engine.output}`;
        return { totals: { passed: 0, failed: 1 }, output };
      }
      const version = `test-${process.pid}`;
      const tagOf = (image: Image): string => `${image.name}:${version}`;
      try {
        for (const image of needed) {
          const args = ['build', '-q', '--target', image.target, '-t', tagOf(image), image.context];
          const built = await capture('docker', args, { cwd: root, env, signal });
          if (built.code !== 0) return { totals: { passed: 0, failed: 1 }, output: built.output };
        }
        const report = join(root, `.reports/${name}.json`);
        rmSync(report, { force: true });
        const args = ['run', '--config', `vitest.${name}.ts`, '--reporter=default', '--reporter=json'];
        const { code, output } = await capture('vitest', [...args, `--outputFile.json=${report}`], {
          cwd: join(root, 'tests', name),
          signal,
          env: { ...env, STACK_VERSION: version },
        });
        return { totals: withExitCode(vitestTotals(report), code), failures: vitestFailures(report), output };
      } finally {
        await capture('docker', ['image', 'rm', '--force', ...needed.map(tagOf)], { cwd: root, env });
        if (/^started$/m.test(engine.output)) await capture('scripts/engine', ['down'], { cwd: root, env });
      }
    },
  };
}

/** What `npm test` runs after the checks: every test that takes seconds, and the tagged journeys. */
export const quickStages: readonly Stage[] = [
  vitest('tests', [...slow.projects.map((name) => `--project=!@laurel/${name}`), `--exclude=**/*${slow.files}`]),
  playwright('journeys', ['--grep', JOURNEY]),
];

/** What `npm run test:rest` runs: everything that `npm test` does not run, except the stages that run only by name. */
export const restStages: readonly Stage[] = [
  vitest('slow', [...slow.projects.map((name) => `tests/${name}/`), slow.files]),
  playwright('more-journeys', ['--grep-invert', JOURNEY]),
  containers('stack', APP_IMAGES),
];

/** Stages that run only by name, because they take long. */
export const namedStages: readonly Stage[] = [containers('cluster', [...APP_IMAGES, ...CLUSTER_IMAGES])];
