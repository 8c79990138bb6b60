// `npm test`: the quick stages, and one line at the end: `N passed, N failed`. `--rest` runs the others, `--all` both; stages can
// be named: `npm test -- lint types`.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAll } from './processes.ts';
import { sum, type Totals } from './reports.ts';
import { quickStages, restStages, type Stage } from './stages.ts';

/** Quick stages that run beside each other. */
const lanes = 2;

const root = join(import.meta.dirname, '..');
const stages = [...new Map([...quickStages, ...restStages].map((stage) => [stage.name, stage])).values()];
const groups: Readonly<Record<string, readonly Stage[]>> = {
  '--quick': quickStages,
  '--rest': restStages,
  '--all': stages,
};
const names = process.argv.slice(2);
const chosen = groups[names.join(' ') || '--quick'] ?? stages.filter(({ name }) => names.includes(name));
const unknown = names.filter((name) => !(name in groups) && !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `No such stage: ${unknown.join(', ')}. There are: ${[...Object.keys(groups), ...stages.map(({ name }) => name)].join(', ')}.`,
  );
  process.exit(2);
}

// What tests put into the temporary folder goes with this folder, even when they are stopped half-way. PostgreSQL may
// run as another user, who has to get through it.
const temporary = mkdtempSync(join(tmpdir(), 'laurel-run-'));
chmodSync(temporary, 0o1777);
const env = { ...process.env, CI: process.env.CI ?? 'true', TMPDIR: temporary, NO_COLOR: '1' };
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  console.log('Stopping …');
  void stopAll().then(() => {
    rmSync(temporary, { recursive: true, force: true });
    process.exit(130);
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// Nobody reads on: the terminal, or the program behind the pipe, is gone.
process.stdout.on('error', stop);

const startedAt = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function runStage(stage: Stage): Promise<Totals> {
  const since = performance.now();
  const { totals, output } = await stage.run({ root, env });
  if (stopping) return totals;
  const counts = `${totals.passed} passed, ${totals.failed} failed`;
  console.log(`${totals.failed > 0 ? '✗' : '✓'} ${stage.name.padEnd(12)}${counts}  (${seconds(since)})`);
  if (totals.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  return totals;
}

/** Starts each stage as soon as those before it have ended and a lane is free. */
async function runAll(chosen: readonly Stage[]): Promise<Totals[]> {
  const waiting = new Set(chosen);
  const ended = new Set<string>();
  const results: Totals[] = [];
  const lane = new Map<Stage, Promise<void>>();
  while ((waiting.size > 0 || lane.size > 0) && !stopping) {
    for (const stage of waiting) {
      const ready = stage.after.every((name) => ended.has(name) || !chosen.some((one) => one.name === name));
      if (!ready || lane.size >= lanes) continue;
      waiting.delete(stage);
      lane.set(
        stage,
        runStage(stage).then((totals) => {
          results.push(totals);
          ended.add(stage.name);
          lane.delete(stage);
        }),
      );
    }
    await Promise.race(lane.values());
  }
  await Promise.all(lane.values());
  return results;
}

const results = await runAll(chosen);
if (!stopping) {
  rmSync(temporary, { recursive: true, force: true });
  const { passed, failed } = sum(results);
  console.log(`\nFinished in ${seconds(startedAt)}`);
  const total = `${passed} passed, ${failed} failed`;
  mkdirSync(join(root, '.reports'), { recursive: true });
  writeFileSync(join(root, '.reports', 'total'), `${total}\n`);
  console.log(total);
  process.exitCode = failed > 0 ? 1 : 0;
}
