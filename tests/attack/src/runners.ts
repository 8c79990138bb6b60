import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { IMAGE_NAMES } from '@laurel/support/images';
import type { Attack } from './attacks.ts';
import { patternOf, playwrightOutcomes, type TestOutcome, vitestOutcomes } from './outcome.ts';

type Test = Attack['test'];

type Run = { outcomes: TestOutcome[]; output: string };

/** Receives the output of a tool while it runs. */
type Hear = (text: string) => void;

/** Runs a program to its end and returns its output. */
export const execute = (
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; hear?: Hear | undefined },
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: string): void => {
      output += chunk;
      options.hear?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const withReport = async (
  run: (report: string) => Promise<{ output: string }>,
  read: (report: string) => TestOutcome[],
): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-attack-report-'));
  const report = join(folder, 'report.json');
  try {
    const { output } = await run(report);
    try {
      return { outcomes: read(report), output };
    } catch {
      return { outcomes: [], output };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The tests for a tool: files from the root of the repository, and patterns of test names (none: all). */
type Ask = {
  root: string;
  files: readonly string[];
  patterns: readonly string[];
  env: Record<string, string>;
  hear: Hear | undefined;
};

const vitest = ({ root, files, patterns, env, hear }: Ask, folder: string, config: readonly string[]): Promise<Run> =>
  withReport(
    (report) =>
      execute(
        join(root, 'node_modules/.bin/vitest'),
        [
          ...['run', ...config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
          ...files.map((file) => relative(folder, file)),
          ...patterns.flatMap((pattern) => ['--testNamePattern', pattern]),
        ],
        { cwd: join(root, folder), env, hear },
      ),
    (report) => vitestOutcomes(report).map((outcome) => ({ ...outcome, file: relative(root, outcome.file) })),
  );

const E2E = 'tests/e2e';

/** Tests of the page, in the browser of `npm test`: an installed one, or one that it downloads. */
const playwright = async ({ root, files, patterns, env, hear }: Ask): Promise<Run> => {
  const browser = await execute(process.execPath, ['scripts/browser.ts'], { cwd: root, env, hear });
  if (browser.code !== 0) return { outcomes: [], output: browser.output };
  const withBrowser = { ...env, CHROMIUM_PATH: browser.output.trim().split('\n').at(-1) ?? '' };
  return withReport(
    (report) =>
      execute(
        join(root, 'scripts/quiet-network'),
        [
          ...['node_modules/.bin/playwright', 'test', '--reporter=list,json'],
          ...files.map((file) => relative(E2E, file)),
          ...patterns.flatMap((pattern) => ['--grep', pattern]),
        ],
        { cwd: join(root, E2E), env: { ...withBrowser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, hear },
      ),
    (report) => playwrightOutcomes(report).map((outcome) => ({ ...outcome, file: `${E2E}/src/${outcome.file}` })),
  );
};

/** Tests of the containers, with images of this repository, in a running engine or a new one. */
const stack = async (ask: Ask): Promise<Run> => {
  const { root, env, hear } = ask;
  const version = `attack-${process.pid}`;
  const engine = await execute('scripts/engine', ['up'], { cwd: root, env, hear });
  if (engine.code !== 0) return { outcomes: [], output: engine.output };
  try {
    for (const [target, name] of Object.entries(IMAGE_NAMES)) {
      const args = ['build', '-q', '--target', target, '-t', `${name}:${version}`, '.'];
      const { code, output } = await execute('docker', args, { cwd: root, env, hear });
      if (code !== 0) return { outcomes: [], output: `The image could not be built.\n${output}` };
    }
    const withVersion = { ...ask, env: { ...env, STACK_VERSION: version } };
    return await vitest(withVersion, 'tests/stack', ['--config', 'vitest.stack.ts']);
  } finally {
    const images = Object.values(IMAGE_NAMES).map((name) => `${name}:${version}`);
    await execute('docker', ['image', 'rm', '--force', ...images], { cwd: root, env });
    if (engine.output.includes('started')) await execute('scripts/engine', ['down'], { cwd: root, env });
  }
};

/** Which tool runs a file, by the end of its name. */
const RUNNERS: Record<string, (ask: Ask) => Promise<Run>> = {
  '.spec.ts': playwright,
  '.stack.ts': stack,
  '.test.ts': (ask) => vitest(ask, '', []),
  '.test.tsx': (ask) => vitest(ask, '', []),
};

/**
 * Runs the tests of attacks, whole files at a time.
 * @param only runs nothing but the named tests
 * @param hear receives the tools' output
 */
export const carryOut = async (
  root: string,
  tests: readonly Test[],
  { only = false, env = {}, hear }: { only?: boolean; env?: Record<string, string>; hear?: Hear } = {},
): Promise<Run> => {
  const runs: Run[] = [];
  for (const [suffix, run] of Object.entries(RUNNERS)) {
    const mine = tests.filter(({ file }) => file.endsWith(suffix));
    if (mine.length === 0) continue;
    const files = [...new Set(mine.map(({ file }) => file))];
    runs.push(await run({ root, files, patterns: only ? mine.map(({ title }) => patternOf(title)) : [], env, hear }));
  }
  return { outcomes: runs.flatMap(({ outcomes }) => outcomes), output: runs.map(({ output }) => output).join('\n') };
};

/** The outcome of a test, or of the failed test in a table; undefined if it did not run. */
export const outcomeOf = (test: Test, outcomes: readonly TestOutcome[]): TestOutcome | undefined => {
  const named = new RegExp(`^${patternOf(test.title)}$`, 's');
  const mine = outcomes.filter(({ file, title }) => file === test.file && named.test(title));
  return mine.find(({ passed }) => !passed) ?? mine[0];
};
