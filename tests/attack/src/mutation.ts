// pnpm mutation seeded [--only N..M]   plants the bugs of seeded.json and runs the tests that must notice them
// pnpm mutation [target…] [--mutate file[:from-to],…] [--force]   changes the source piece by piece (StrykerJS) and runs the tests that reach it
// Results are reused while neither the line nor a test that reaches it changes. Constants have no such tests: --force tests them again.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { runSeeded } from './seeded.ts';
import { TARGET_VARIABLE, targets } from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutate: { type: 'string' },
    force: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (positionals.includes('seeded')) process.exit(runSeeded(values.only));
const names = positionals.length > 0 ? positionals : Object.keys(targets);

/** The share of mutants that a test noticed, in percent. */
const TARGET_SCORE = 85;
const NOTICED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

for (const name of names) {
  const target = targets[name];
  if (!target) throw new Error(`There is no target ${name}. Targets: ${Object.keys(targets).join(', ')}`);
  process.env[TARGET_VARIABLE] = name;
  const mutants = await new Stryker({
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'tests/attack/vitest.mutation.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate: values.mutate?.split(',') ?? [...target.mutate, '!**/*.test.ts'],
    // A mutant of a constant would run every test on PostgreSQL.
    ignoreStatic: target.database ?? false,
    // StrykerJS would change tsconfig.json with functions that TypeScript 7 doesn't have.
    tsconfigFile: 'none',
    dryRunTimeoutMinutes: 60,
    incremental: true,
    force: values.force,
    incrementalFile: `.reports/mutation/${name}.json`,
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `.reports/mutation/${name}.html` },
    tempDirName: '.reports/mutation/tmp',
    ignorePatterns: ['.git', '.reports', '.turbo', '.data', '**/dist', 'docs/images'],
    concurrency: Number(process.env.STRYKER_CONCURRENCY ?? 2),
    allowConsoleColors: false,
  }).runMutationTest();
  const count = (statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [noticed, missed] = [count(NOTICED), count(MISSED)];
  const score = (100 * noticed) / (noticed + missed);
  console.log(`${name}: ${noticed} of ${noticed + missed} mutants noticed, ${score.toFixed(1)} %`);
  // Also if there were no mutants, and so no score.
  if (!(score >= TARGET_SCORE)) process.exitCode = 1;
}
