// pnpm attack [area or case…]            runs the test of each attack, at full size
// pnpm attack --prove [area or case…]    shows that each test fails without its guard
// pnpm docs:attacks                      writes docs/attacks.md
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showSteps } from '@laurel/api/cli/steps';
import { type Attack, areaOf, attacks } from './attacks.ts';
import { attacksPage } from './document.ts';
import { byLine, countFinished } from './finished.ts';
import { prove } from './prove.ts';
import { root } from './root.ts';
import { carryOut, outcomeOf } from './runners.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prove: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

const attack = async (wanted: readonly Attack[]): Promise<number> => {
  const tests = wanted.map(({ test }) => test);
  const steps = showSteps(process.stderr, { total: wanted.length, unit: 'attacks' });
  const finished = countFinished(tests);
  const onOutput = byLine((line) => {
    steps.above(() => process.stderr.write(`${line}\n`));
    const count = finished(line);
    if (count > 0) steps.advance(count, 'carried out');
  });
  const { outcomes } = await carryOut(root, tests, { env: { LAUREL_ATTACK: 'full' }, hear: onOutput });
  steps.end();
  const results = wanted.map((each) => ({ each, outcome: outcomeOf(each.test, outcomes) }));
  for (const { each, outcome } of results) {
    const result = outcome ? (outcome.passed ? 'held' : 'FELL') : 'DID NOT RUN';
    console.log(`${result.padEnd(12)} ${each.id}: ${each.attack} (${each.guard})`);
    if (outcome && !outcome.passed) console.log(`             ${outcome.message}`);
  }
  const known = new Set(results.map(({ outcome }) => outcome));
  const others = outcomes.filter((outcome) => !known.has(outcome) && !outcome.passed);
  for (const { file, title, message } of others) console.log(`FELL         ${file}: ${title}\n             ${message}`);
  const held = results.filter(({ outcome }) => outcome?.passed).length;
  console.log(`${held} of ${wanted.length} attacks held off, ${outcomes.length} tests ran`);
  return held === wanted.length && others.length === 0 ? 0 : 1;
};

const proveAll = async (wanted: readonly Attack[]): Promise<number> => {
  const steps = showSteps(process.stderr, { total: wanted.length, unit: 'guards' });
  const proven = await prove(root, wanted, ({ id, noticed, message }) => {
    steps.above(() => console.log(`${noticed ? 'noticed' : 'NOT NOTICED'} ${id}: ${message}`));
    steps.advance(1, id);
  });
  steps.end();
  const noticed = proven.filter((each) => each.noticed).length;
  console.log(`${noticed} of ${proven.length} tests notice that their guard is gone`);
  return noticed === proven.length ? 0 : 1;
};

const wanted = attacks.filter(
  (each) => positionals.length === 0 || positionals.includes(each.id) || positionals.includes(areaOf(each)),
);
const unknown = positionals.filter((name) => !attacks.some((each) => each.id === name || areaOf(each) === name));
if (unknown.length > 0) {
  console.error(`There is no area or case ${unknown.join(', ')}. pnpm attack [--prove] [area or case…]`);
  process.exitCode = 2;
} else if (values.write) {
  writeFileSync(join(root, 'docs/attacks.md'), attacksPage(attacks));
} else {
  process.exitCode = await (values.prove ? proveAll(wanted) : attack(wanted));
}
