import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadNight } from '@laurel/api/cli/fraud/load.store';
import { nightOf } from '@laurel/nights/night';
import { crowdsOf, farmsOf } from '@laurel/nights/plans';
import type pg from 'pg';
import { castAll, votesOfVoters } from '../cast.ts';
import { cpuMs } from '../cpu.ts';
import { countVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judgeBy, raceWarm } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('@laurel/api/wiring/cluster-search-process'));
const CONNECTIONS = 64;
const POLL_MS = 50;

type Used = { search: number; postgres: number };

/** The process that cluster-search.ts starts. `search` gives the processor seconds of it and of PostgreSQL. */
const startSearcher = ({ consoleUrl, ends }: Stage, owner: pg.Client): { search(): Promise<Used> } => {
  const child = fork(PROGRAM, { execArgv: ['--max-old-space-size=1024'], env: {} });
  const exited = once(child, 'exit');
  ends({
    stop: () => {
      child.kill();
      return exited;
    },
  });
  const search = async (): Promise<Used> => {
    let isDone = false;
    const done = Promise.race([once(child, 'message'), exited]).finally(() => {
      isDone = true;
    });
    const before = cpuMs(child.pid ?? 0);
    child.send({ url: consoleUrl, at: new Date().toISOString() });
    let postgres = 0;
    while (!isDone) {
      const { rows } = await owner.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'laurel clusters'`,
      );
      try {
        for (const { pid } of rows) postgres = cpuMs(pid) / 1_000;
      } catch {
        // It has ended meanwhile.
      }
      await sleep(POLL_MS);
    }
    const [code] = await done;
    if (code !== 'done') throw new Error(`the search ended: ${code}`);
    return { search: (cpuMs(child.pid ?? 0) - before) / 1_000, postgres };
  };
  return { search };
};

const benchClusters = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const { owner } = stage;
  const seed = 7;
  const people = sized(300, 120_000);
  const { lines } = nightOf({ seed, people, crowds: sized([], crowdsOf(seed)), farms: sized([], farmsOf(seed)) });
  await loadNight(
    owner,
    lines.map((line) => ({ ...line, at: new Date(line.at) })),
  );
  const laurel = await stage.laurel();
  const about = `the search among ${(await countVotes(owner)).toLocaleString('en')} votes`;
  const first: Used[] = [];
  const further: Used[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { search } = startSearcher(stage, owner);
    await owner.query('DELETE FROM cluster_searches');
    first.push(await search());
    await castAll(laurel.port, CONNECTIONS, await votesOfVoters(stage, sized(100, 2_000)));
    further.push(await search());
  }
  const { search } = startSearcher(stage, owner);
  await search();
  const cast = async (beside: boolean): Promise<number> => {
    const requests = await votesOfVoters(stage, sized(300, 15_000));
    const [{ perSecond }] = await Promise.all([
      castAll(laurel.port, CONNECTIONS, requests),
      beside ? search() : undefined,
    ]);
    return perSecond;
  };
  const [beside, alone] = await raceWarm(rounds, [() => cast(true), () => cast(false)]);
  const figures = (what: string, used: readonly Used[]): Finding[] => {
    const least = (of: (one: Used) => number): number => Math.min(...used.map(of));
    return [
      { what: `${about}, ${what}: its process`, value: least((one) => one.search), unit: ' s', digits: 1 },
      { what: `${about}, ${what}: PostgreSQL for it`, value: least((one) => one.postgres), unit: ' s', digits: 1 },
    ];
  };
  return [
    ...figures('first', first),
    ...figures('after 2,000 more', further),
    {
      id: 'clusters.votes',
      what: `POST /vote, ${CONNECTIONS} connections, with one search beside them, against none`,
      unit: 'votes/s',
      verdict: judgeBy((perSecond) => perSecond, beside, alone),
    },
  ];
};

/** The search for clusters among a million votes, and votes beside it. */
export const clusters: BenchCase = {
  name: 'clusters',
  onlyByName: true,
  run: (ask) => onStage((stage) => benchClusters(stage, ask)),
};
