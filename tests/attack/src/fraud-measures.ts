// pnpm fraud:measure [--seeds training|test] [--real]   searches the nights of the seeds and prints the tables of docs/fraud.md.
import { parseArgs } from 'node:util';
import { searchNight } from '@laurel/api/cli/fraud/evaluate';
import { measuresOf } from '@laurel/api/cli/fraud/measures.policy';
import { parseLine } from '@laurel/api/cli/fraud/night';
import { jsonLines } from '@laurel/nights/format';
import { type FarmPlan, planOf, TEST, TRAINING } from '@laurel/nights/plans';
import { nightOfSeed, realNight } from '@laurel/nights/seeds';

const { values } = parseArgs({ options: { seeds: { type: 'string' }, real: { type: 'boolean', default: false } } });
const seeds = values.seeds === 'training' ? TRAINING : TEST;

/** Whether nothing shows of a farm but for whom it votes. Each night has one, which counts apart. */
const isGhost = (name: string): boolean => name === 'ghost';

const results: { plan: FarmPlan; name: string; found: boolean }[] = [];
for (const seed of seeds) {
  const { lines, truth } = values.real ? realNight(seed) : nightOfSeed(seed);
  const parsed = jsonLines(lines).trim().split('\n').map(parseLine);
  const clusters = await searchNight(parsed);
  const accounts = lines.flatMap((line) => (line.type === 'account' ? [line.account] : []));
  const { farms, farmsFound, honest, honestInLikely, likelyPrecision } = measuresOf(clusters, accounts, truth);
  process.stdout.write(
    `| ${seed} | ${farmsFound} of ${farms} | ${honestInLikely} of ${honest} | ${likelyPrecision?.toFixed(3)} |\n`,
  );
  const likely = new Set(clusters.filter(({ certainty }) => certainty === 'likely').flatMap((each) => each.accounts));
  const people = Map.groupBy(
    truth.flatMap((each) => ('farm' in each ? [each] : [])),
    ({ farm }) => farm,
  );
  for (const [name, members] of people) {
    const caught = members.filter(({ account }) => likely.has(account)).length;
    results.push({ plan: planOf(seed, name), name, found: caught * 2 >= members.length });
  }
}

const tableBy = (title: string, take: (plan: FarmPlan) => string | number): void => {
  process.stdout.write(`\n| ${title} | found |\n|---|---|\n`);
  const groups = Map.groupBy(
    results.filter(({ name }) => !isGhost(name)),
    ({ plan }) => take(plan),
  );
  for (const [value, of] of groups) {
    process.stdout.write(`| ${value} | ${of.filter(({ found }) => found).length} of ${of.length} |\n`);
  }
};
tableBy('people', ({ size }) => size);
tableBy('when', ({ when }) => when);
tableBy('camouflage, percent', ({ camouflage }) => camouflage);
tableBy('numbers', ({ numbers }) => numbers);
const ghosts = results.filter(({ name }) => isGhost(name));
process.stdout.write(
  `\nNothing in common but the choice: ${ghosts.filter(({ found }) => found).length} of ${ghosts.length}\n`,
);
