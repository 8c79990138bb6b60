import { parseArgs } from 'node:util';
import { benchBroadcast } from './cases/broadcast.ts';
import { benchIdle } from './cases/idle.ts';
import { benchLogin } from './cases/login.ts';
import { benchStatistics } from './cases/statistics.ts';
import { benchVote } from './cases/vote.ts';
import { benchWeb } from './cases/web.ts';
import { machine } from './measure.ts';
import { openStage, type Stage } from './stage.ts';

const USAGE = 'pnpm bench [vote] [statistics] [broadcast] [login] [idle] [web] [--rounds 5] [--full]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, full: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
/** `--full` measures statistics with ten million votes stored; filling them takes minutes and gigabytes. */
const sizes = values.full ? [1_000, 10_000_000] : [1_000];

const CASES: Record<string, (stage: Stage) => Promise<string[]>> = {
  vote: (stage) => benchVote(stage, rounds),
  statistics: () => benchStatistics(rounds, sizes),
  broadcast: () => benchBroadcast(rounds),
  login: (stage) => benchLogin(stage, rounds),
  idle: () => benchIdle(),
  web: (stage) => benchWeb(stage, rounds),
};

const wanted = positionals.length > 0 ? positionals : Object.keys(CASES);
const unknown = wanted.filter((name) => !(name in CASES));
if (unknown.length > 0 || !(rounds >= 1)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

process.stdout.write(`${machine()}\n`);
for (const name of wanted) {
  const stage = await openStage();
  try {
    for (const line of (await CASES[name]?.(stage)) ?? []) process.stdout.write(`${line}\n`);
  } finally {
    await stage.close();
  }
}
