import { parseArgs } from 'node:util';
import { CASES } from './cases.ts';
import { askFor, describeFinding, type Finding } from './finding.ts';
import { machine } from './measure.ts';

const USAGE = `pnpm bench [${CASES.map(({ name }) => name).join('] [')}] [--rounds 5] [--full]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, full: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !CASES.some((each) => each.name === name));
if (unknown.length > 0 || !(rounds >= 1)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const wanted = positionals.length > 0 ? CASES.filter(({ name }) => positionals.includes(name)) : CASES;
const ask = askFor(values.full ? 'full' : 'usual', rounds);

const show = (findings: readonly Finding[]): void => {
  for (const finding of findings) process.stdout.write(`${describeFinding(finding)}\n`);
};

process.stdout.write(`${machine()}\n`);
for (const { run } of wanted) show(await run(ask));
