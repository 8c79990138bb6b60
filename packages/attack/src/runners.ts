import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Case } from './case.ts';
import { patternOf, playwrightOutcomes, type TestOutcome, vitestOutcomes } from './outcome.ts';

/** What a proof needs to be carried out. */
type Proof = Case['proof'];

type Run = { outcomes: TestOutcome[]; output: string };

/** Runs a program to its end and keeps what it printed. */
export const execute = (
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
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

const isBrowserTest = ({ file }: Proof): boolean => file.endsWith('.spec.ts');

const runVitest = (root: string, proofs: readonly Proof[], only: string[], env: Record<string, string>): Promise<Run> =>
  withReport(
    (report) =>
      execute(
        join(root, 'node_modules/.bin/vitest'),
        [
          'run',
          '--reporter=json',
          `--outputFile.json=${report}`,
          ...new Set(proofs.map(({ file }) => file)),
          ...only.flatMap((pattern) => ['--testNamePattern', pattern]),
        ],
        { cwd: root, env },
      ),
    (report) => vitestOutcomes(report).map((outcome) => ({ ...outcome, file: relative(root, outcome.file) })),
  );

const E2E = 'packages/e2e';

const runPlaywright = (
  root: string,
  proofs: readonly Proof[],
  only: string[],
  env: Record<string, string>,
): Promise<Run> =>
  withReport(
    (report) =>
      execute(
        join(root, E2E, 'node_modules/.bin/playwright'),
        [
          'test',
          '--reporter=json',
          ...new Set(proofs.map(({ file }) => relative(E2E, file))),
          ...only.flatMap((pattern) => ['--grep', pattern]),
        ],
        { cwd: join(root, E2E), env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      ),
    (report) => playwrightOutcomes(report).map((outcome) => ({ ...outcome, file: `${E2E}/src/${outcome.file}` })),
  );

/**
 * Carries proofs out in a house, whole files at a time.
 * @param only runs nothing but the one test of each proof
 */
export const carryOut = async (
  root: string,
  proofs: readonly Proof[],
  { only = false, env = {} }: { only?: boolean; env?: Record<string, string> } = {},
): Promise<Run> => {
  const browser = proofs.filter(isBrowserTest);
  const rest = proofs.filter((proof) => !isBrowserTest(proof));
  const patterns = (some: readonly Proof[]): string[] => (only ? some.map(({ test }) => patternOf(test)) : []);
  const runs: Run[] = [];
  if (rest.length > 0) runs.push(await runVitest(root, rest, patterns(rest), env));
  if (browser.length > 0) runs.push(await runPlaywright(root, browser, patterns(browser), env));
  return { outcomes: runs.flatMap(({ outcomes }) => outcomes), output: runs.map(({ output }) => output).join('\n') };
};

/** What became of a proof: nothing, where it did not run. Of a table of tests, the one that failed. */
export const outcomeOf = (proof: Proof, outcomes: readonly TestOutcome[]): TestOutcome | undefined => {
  const named = new RegExp(`^${patternOf(proof.test)}$`, 's');
  const mine = outcomes.filter(({ file, title }) => file === proof.file && named.test(title));
  return mine.find(({ passed }) => !passed) ?? mine[0];
};
