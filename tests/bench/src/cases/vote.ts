import { percentile } from '@laurel/api/rehearsal/requests';
import { castAll, PLAIN_TABLE, votesOfStrangers, votesOfVoters } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judgeBy, median, raceWarm } from '../measure.ts';
import { findPgbench, pgbench } from '../pgbench.ts';
import { onStage, type Stage } from '../stage.ts';

/** The connections, the votes of a round, and the goals of the ratios. */
const LOADS = [
  { connections: 1, votes: 1_500, handler: 1, pgbench: undefined },
  { connections: 16, votes: 8_000, handler: 2, pgbench: 0.9 },
  { connections: 64, votes: 15_000, handler: 2, pgbench: 0.9 },
  { connections: 256, votes: 20_000, handler: 2, pgbench: 0.9 },
];
const STORED = 1_000;
const TINY_VOTES = 300;
const P99_MS = 100;

type Target = 'laurel' | 'handler' | 'pgbench';
type Cast = { perSecond: number; p99: number };

/** POST /vote, each by another voter, against one INSERT per vote by Fastify and pg, and by pgbench. */
const benchVote = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  // pgbench is not a dependency: tests work without it, and a measurement fails at once if it is missing.
  const targets = sized<Target[]>(['laurel', 'handler'], ['laurel', 'handler', 'pgbench']);
  if (targets.includes('pgbench')) findPgbench();
  const { owner } = stage;
  const folder = stage.folder();
  await owner.query(PLAIN_TABLE);
  await fillVotes(owner, STORED);
  const laurel = await stage.laurel();
  const handler = await stage.rival('vote');
  let accepted = STORED;

  const measure = async (target: Target, connections: number, votes: number): Promise<Cast> => {
    const requests = target === 'laurel' ? await votesOfVoters(stage, votes) : votesOfStrangers(stage, votes);
    await owner.query('CHECKPOINT');
    if (target === 'pgbench') {
      return { perSecond: await pgbench(stage.env.DATABASE_URL, folder, connections, votes), p99: Number.NaN };
    }
    const load = await castAll(target === 'laurel' ? laurel.port : handler.port, connections, requests);
    if (target === 'laurel') accepted += votes;
    return { perSecond: load.perSecond, p99: percentile(load.latencies, 0.99) };
  };

  const findings: Finding[] = [];
  for (const load of sized(LOADS.slice(0, 2), LOADS)) {
    const votes = sized(TINY_VOTES, load.votes);
    const sides = targets.map((target) => () => measure(target, load.connections, votes));
    const [ours = [], handlerRates, pgbenchRates] = await raceWarm(rounds, sides);
    const about = `POST /vote, ${load.connections} connection${load.connections === 1 ? '' : 's'}`;
    const ratio = (target: string, what: string, theirs: Cast[] = [], goal?: number): Finding => ({
      id: `vote.${load.connections}.${target}`,
      what: `${about}, against ${what}`,
      unit: 'votes/s',
      verdict: judgeBy((cast) => cast.perSecond, ours, theirs),
      ...(goal === undefined ? {} : { goal }),
    });
    findings.push(
      ratio('handler', 'Fastify and pg', handlerRates, load.handler),
      ...(pgbenchRates ? [ratio('pgbench', 'pgbench', pgbenchRates, load.pgbench)] : []),
      {
        what: `${about}: p99`,
        value: median(ours.map(({ p99 }) => p99)),
        unit: ' ms',
        digits: 1,
        goal: { atMost: P99_MS },
      },
    );
  }
  await auditVotes(owner, accepted);
  return findings;
};

export const vote: BenchCase = { name: 'vote', run: (ask) => onStage((stage) => benchVote(stage, ask)) };
