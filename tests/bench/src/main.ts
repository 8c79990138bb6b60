import { parseArgs } from 'node:util';
import { compareWith, USUAL_CASES } from './against.ts';
import { CASES } from './cases.ts';
import { FIGURES_FILE, type Figures, type Kept, keep, readFigures, recordFigures, worseThan } from './figures.ts';
import { askFor, type BenchCase, describeFinding } from './finding.ts';
import { machine } from './measure.ts';
import { showSteps } from './steps.ts';

const USAGE = `pnpm bench [${CASES.map(({ name }) => name).join('] [')}] [--rounds 5] [--full] [--minutes 15] [--kept DIR] [--record | --check | --against COMMIT]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    full: { type: 'boolean', default: false },
    /** For the long cases: last-hour, soak. */
    minutes: { type: 'string' },
    /** For `large`: a folder that keeps the filled database. */
    kept: { type: 'string' },
    /** Writes the findings to figures.json. */
    record: { type: 'boolean', default: false },
    /** Compares the findings with figures.json, and fails on a regression. */
    check: { type: 'boolean', default: false },
    /** Measures the cases in turns with those of an earlier commit. Only what is committed is measured. */
    against: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const unknown = positionals.filter((name) => !CASES.some((each) => each.name === name));
if (unknown.length > 0 || !(rounds >= 1) || !((minutes ?? 1) > 0) || (values.record && values.check)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const ask = askFor(values.full ? 'full' : 'usual', rounds, {
  ...(minutes === undefined ? {} : { minutes }),
  ...(values.kept === undefined ? {} : { kept: values.kept }),
});

const { against } = values;
if (against !== undefined) {
  compareWith(against, positionals.length > 0 ? positionals : USUAL_CASES, rounds, (line) => {
    process.stdout.write(`${line}\n`);
  });
  process.exit(0);
}

const recorded = readFigures(FIGURES_FILE);
const wanted = CASES.filter(({ name, onlyByName = false }) =>
  positionals.length > 0 ? positionals.includes(name) : !onlyByName && (!values.check || name in recorded),
);
if (values.check && !wanted.some(({ name }) => name in recorded)) {
  process.stderr.write('nothing of that is recorded in figures.json: pnpm bench --record first\n');
  process.exit(2);
}
const steps = showSteps(process.stderr, { total: wanted.length, unit: 'cases' });
const say = (line: string): void => steps.above(() => void process.stdout.write(`${line}\n`));

const measure = async ({ run }: BenchCase): Promise<Record<string, Kept>> => {
  const findings = await run(ask);
  for (const finding of findings) say(describeFinding(finding));
  return keep(findings);
};

/** The regressions that a second measurement confirms, because disturbances can outlast five rounds. */
const regressions = async (each: BenchCase, old: Record<string, Kept>): Promise<string[]> => {
  const now = await measure(each);
  const unmeasured = Object.keys(old).filter((id) => !(id in now));
  if (unmeasured.length > 0) say(`not measured in a run of this size: ${unmeasured.join(', ')}`);
  const suspects = worseThan(old, now);
  if (Object.keys(suspects).length === 0) return [];
  say(`worse than before, so once more: ${Object.values(suspects).join('; ')}`);
  const again = worseThan(old, await measure(each));
  return Object.entries(again).flatMap(([id, text]) => (id in suspects ? [text] : []));
};

say(machine());
const measured: Figures = {};
const worse: string[] = [];
for (const each of wanted) {
  if (values.check) worse.push(...(await regressions(each, recorded[each.name]?.figures ?? {})));
  else measured[each.name] = { machine: machine(), figures: await measure(each) };
  steps.advance(1, each.name);
}
steps.end();
if (values.record) recordFigures(FIGURES_FILE, measured);
if (values.check) say(worse.length === 0 ? 'nothing got worse' : `got worse:\n${worse.join('\n')}`);
process.exitCode = worse.length === 0 ? 0 : 1;
