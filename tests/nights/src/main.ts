// pnpm fraud:nights [--out DIR] [--seeds training|test]   writes the nights of the seeds and their truth.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jsonLines } from './format.ts';
import { TEST, TRAINING } from './plans.ts';
import { nightOfSeed, realNight } from './seeds.ts';

const { values } = parseArgs({ options: { out: { type: 'string' }, seeds: { type: 'string' } } });
const sets: Readonly<Record<string, readonly number[]>> = { training: TRAINING, test: TEST };
const seeds = values.seeds === undefined ? [...TRAINING, ...TEST] : sets[values.seeds];
if (!seeds) {
  process.stderr.write('--seeds is training or test\n');
  process.exit(1);
}
const out = values.out ?? join(import.meta.dirname, '../../../.data/nights');
mkdirSync(out, { recursive: true });
for (const seed of seeds) {
  for (const [name, night] of [
    [`${seed}`, nightOfSeed],
    [`real-${seed}`, realNight],
  ] as const) {
    const { lines, truth } = night(seed);
    writeFileSync(join(out, `night-${name}.jsonl`), jsonLines(lines));
    writeFileSync(join(out, `truth-${name}.jsonl`), jsonLines(truth));
    const count = (type: string): number => lines.filter((line) => line.type === type).length;
    process.stdout.write(`${name}: ${count('account')} accounts, ${count('vote')} votes\n`);
  }
}
process.stdout.write(`Nights and truths are in ${out}\n`);
