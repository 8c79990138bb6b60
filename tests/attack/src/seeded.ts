import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from '@laurel/support/repository-copy';
import { z } from 'zod';
import { root } from './root.ts';
import { planted, type Seed, seeds } from './seeds.ts';

const report = z.object({ numFailedTests: z.int(), numPassedTests: z.int() });

/** Runs test files in a copy of the repository, until one test fails. @returns undefined if no test ran to its end */
const run = (copy: string, tests: readonly string[]): { failed: boolean; output: string } | undefined => {
  const file = join(copy, '.reports/seeded.json');
  rmSync(file, { force: true });
  const args = ['run', '--bail=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...tests];
  const { stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, encoding: 'utf8' });
  try {
    const { numFailedTests, numPassedTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (numFailedTests + numPassedTests === 0) return undefined;
    return { failed: numFailedTests > 0, output: `${stdout}${stderr}` };
  } catch {
    return undefined;
  }
};

const resultOf = (copy: string, seed: Seed): 'noticed' | 'UNNOTICED' | 'NO TEST RAN' => {
  const place = join(copy, seed.file);
  const before = readFileSync(place, 'utf8');
  try {
    writeFileSync(place, planted(before, seed));
    const ran = run(copy, seed.tests);
    if (ran === undefined) return 'NO TEST RAN';
    return ran.failed ? 'noticed' : 'UNNOTICED';
  } finally {
    writeFileSync(place, before);
  }
};

/**
 * Plants the bugs of seeded.json one after the other in a copy of the repository, and runs the tests of each.
 * @param only `N..M`, the first and the last bug, counted from 1; all by default
 * @returns the exit code: 1 if a bug was not noticed
 */
export const runSeeded = (only = `1..${seeds.length}`): number => {
  const [from = 1, to = from] = only.split('..').map(Number);
  const chosen = seeds.slice(from - 1, to);
  const copy = copyRepository(root);
  let noticed = 0;
  try {
    const unchanged = run(copy, [...new Set(chosen.flatMap(({ tests }) => tests))]);
    if (unchanged === undefined || unchanged.failed) {
      console.error(`The tests fail without a bug.\n${unchanged?.output ?? ''}`);
      return 1;
    }
    for (const [index, seed] of chosen.entries()) {
      const result = resultOf(copy, seed);
      if (result === 'noticed') noticed += 1;
      console.log(`${result} ${from + index} ${seed.file}: ${seed.find.trim().split('\n')[0]}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(`noticed ${noticed} of ${chosen.length}`);
  return noticed === chosen.length ? 0 : 1;
};
