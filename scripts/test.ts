// `npm test` runs the quick stages; its last line is `N passed, N failed`. `--rest` runs the other stages, `--all` both, and
// `npm test -- lint types` only the named ones.
// turbo runs the checks, not the tests: it kills programs before the tests' PostgreSQL can stop, and reports tasks instead of tests.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopAll } from './processes.ts';
import { sum, type Totals } from './reports.ts';
import { checks, namedStages, quickStages, restStages, type Stage, turbo } from './stages.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const tests = [...quickStages, ...restStages];
const named = [...tests, ...namedStages];
const groups: Readonly<Record<string, readonly Stage[]>> = {
  '--quick': [turbo(checks), ...quickStages],
  '--rest': [turbo(['build']), ...restStages],
  '--all': [turbo(checks), ...tests],
};
const names = process.argv.slice(2);
const known = [...checks, ...named.map(({ name }) => name)];
const unknown = names.filter((name) => !(name in groups) && !known.includes(name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. There are: ${[...Object.keys(groups), ...known].join(', ')}.`);
  process.exit(2);
}
const tasks = checks.filter((name) => names.includes(name));
const chosen = groups[names.join(' ') || '--quick'] ?? [
  ...(tasks.length > 0 ? [turbo(tasks)] : []),
  ...named.filter(({ name }) => names.includes(name)),
];

// All temporary files of the tests are in this folder, so that they are removed even if a test is stopped. The other stages
// write more than fits into memory, and mount folders into containers.
const temporary = temporaryFolder(![...restStages, ...namedStages].some((stage) => chosen.includes(stage)));
const env = {
  ...process.env,
  CI: process.env.CI ?? 'true',
  TMPDIR: temporary,
  NO_COLOR: '1',
  // Programs that start from their sources need half of the time with their modules compiled.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
};
const stopping = new AbortController();
const { signal } = stopping;
/** The stage that runs now. */
let running: Promise<unknown> = Promise.resolve();

/** Stops the programs, waits until the stage has cleaned up, and exits. */
async function stop(): Promise<void> {
  if (signal.aborted) return;
  stopping.abort();
  console.log('Stopping …');
  await stopAll();
  await Promise.allSettled([running]);
  rmSync(temporary, { recursive: true, force: true });
  process.exit(130);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop());
// The terminal or the program that reads the output has ended.
process.stdout.on('error', () => void stop());

const startedAt = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The failed tests of all stages, one line each. They are printed at the end, where people look first. */
const failed: string[] = [];

async function runStage(stage: Stage): Promise<Totals> {
  const since = performance.now();
  const ran = stage.run({ root, env, signal });
  running = ran;
  const { totals, failures = [], output } = await ran;
  if (signal.aborted) return totals;
  const unnamed = totals.failed > 0 && failures.length === 0;
  failed.push(...(unnamed ? ['outside a test'] : failures).map((line) => `✗ ${stage.name}: ${line}`));
  const counts = `${totals.passed} passed, ${totals.failed} failed`;
  console.log(`${totals.failed > 0 ? '✗' : '✓'} ${stage.name.padEnd(14)}${counts}  (${seconds(since)})`);
  if (totals.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  return totals;
}

const results: Totals[] = [];
for (const stage of chosen) {
  if (!signal.aborted) results.push(await runStage(stage));
}
if (!signal.aborted) {
  rmSync(temporary, { recursive: true, force: true });
  const totals = sum(results);
  console.log(`\nFinished in ${seconds(startedAt)}`);
  const total = `${totals.passed} passed, ${totals.failed} failed`;
  mkdirSync(join(root, '.reports'), { recursive: true });
  // `.ci/run` reads this file.
  const stages = `stages: ${chosen.map(({ name }) => name).join(' ')}`;
  writeFileSync(join(root, '.reports', 'total'), `${[total, stages, ...failed].join('\n')}\n`);
  console.log([...failed, total].join('\n'));
  process.exitCode = totals.failed > 0 ? 1 : 0;
}
