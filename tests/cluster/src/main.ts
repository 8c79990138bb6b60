// `pnpm cluster`: a long series of rounds, each a fault under load (docs/scaling.md). It continues docs/cluster-rounds.tsv.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, type Fault, faultsOf } from './faults.ts';
import { addResult, readResults, tableOf } from './results.ts';
import { type Result, runRound } from './round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    pairs: { type: 'string', default: '20' },
    faults: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    results: { type: 'string', default: 'docs/cluster-rounds.tsv' },
    table: { type: 'boolean', default: false },
  },
});
if ([values.rounds, values.pairs, values.minutes].some((each) => !(Number(each) >= 0))) {
  process.stderr.write('--rounds, --pairs and --minutes are numbers\n');
  process.exit(2);
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chosen = values.faults === undefined ? FAULTS : faultsOf(values.faults.split(','));
const PAIR_GAP_MS = 10_000;
/** The longest silence that counts as recovered. */
const SILENCE_MS = 30_000;
const stops = new Set(FAULTS.filter(({ stopsVoting }) => stopsVoting).map(({ name }) => name));

const pair = (): Fault[] => {
  const first = FAULTS[randomInt(FAULTS.length)];
  const others = FAULTS.filter((fault) => fault !== first);
  const second = others[randomInt(others.length)];
  return first && second ? [first, second] : [];
};

/** The next round: the first of the faults with the fewest rounds, or a random pair of faults. */
const next = (): Fault[] | undefined => {
  const rows = readResults(values.results);
  const roundsOf = (name: string): number => rows.filter(({ faults }) => faults === name).length;
  const [open] = chosen
    .map((fault) => ({ fault, rounds: roundsOf(fault.name) }))
    .filter(({ rounds }) => rounds < Number(values.rounds))
    .toSorted((a, b) => a.rounds - b.rounds);
  const pairs = rows.filter(({ faults }) => faults.includes('+')).length;
  const wantsPair = values.faults === undefined && pairs < Number(values.pairs);
  if (wantsPair && (!open || pairs < open.rounds)) return pair();
  return open && [open.fault];
};

const problemsOf = (result: Result): string[] => {
  const limited = result.faults.split('+').some((name) => stops.has(name)) ? result.afterEnd : result.silence;
  const isPair = result.faults.includes('+');
  return limited > SILENCE_MS && !isPair
    ? [...result.problems, `no vote was taken for ${Math.round(limited / 1_000)} s`]
    : result.problems;
};

/** The cluster of the series. Set as soon as its start begins, so that a signal during the start closes it too. */
let cluster: Promise<Cluster> | undefined;
let stopped = false;
const close = async (): Promise<void> => {
  const closing = cluster;
  cluster = undefined;
  await (await closing)?.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true;
    void close().finally(() => process.exit(130));
  });
}

/** Runs rounds until all are done or the time is over. @returns whether every round was as it should be */
const runSeries = async (): Promise<boolean> => {
  const end = Date.now() + Number(values.minutes) * 60_000;
  let good = true;
  try {
    for (let faults = next(); faults && !stopped && Date.now() < end; faults = next()) {
      cluster ??= startCluster();
      const running = await cluster;
      const name = faults.map((fault) => fault.name).join('+');
      try {
        const found = await runRound(running, faults, randomInt(PAIR_GAP_MS));
        const problems = problemsOf(found);
        addResult(values.results, { ...found, problems });
        good &&= problems.length === 0;
        const others = `${found.exclusionSteps} steps of exclusions, ${found.checkpoints} checkpoints`;
        say(
          `${name}: ${found.acknowledged} votes, silence ${found.silence} ms, ${others}, ${problems.length} problems`,
        );
        for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
      } catch (error) {
        if (stopped) break;
        good = false;
        say(`${name}: the round failed: ${error instanceof Error ? error.message : String(error)}`);
        say(await running.deployment.logs());
        await close();
      }
    }
  } finally {
    await close();
  }
  return good;
};

if (!values.table && !(await runSeries())) process.exitCode = 1;
say(tableOf(readResults(values.results), new Map(FAULTS.map(({ name, about }) => [name, about])), stops));
