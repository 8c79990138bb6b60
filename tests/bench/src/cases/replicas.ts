import { connect } from 'node:net';
import type pg from 'pg';
import { castAll, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, raceWarm } from '../measure.ts';
import type { Running } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 96;
const REPLICAS = [1, 2, 3];

const deadlocksOf = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
};

/** The same votes by one, two and three processes on one PostgreSQL: throughput, and conflicts between them. */
const benchReplicas = async (stage: Stage, ask: Ask): Promise<Finding[]> => {
  const { owner } = stage;
  const replicas: Running[] = [];
  let accepted = 0;
  for (const _ of REPLICAS) replicas.push(await stage.laurel());
  const by = async (count: number): Promise<number> => {
    const requests = await votesOfVoters(stage, ask.sized(300, 15_000));
    await owner.query('CHECKPOINT');
    let dialled = 0;
    const dial = () => connect(replicas[dialled++ % count]?.port ?? 0, '127.0.0.1');
    const { perSecond } = await castAll(dial, CONNECTIONS, requests);
    accepted += requests.length;
    return perSecond;
  };
  const sides = REPLICAS.map((count) => () => by(count));
  const [one, ...several] = await raceWarm(ask.rounds, sides);
  await auditVotes(owner, accepted);
  return [
    ...several.map((many, index) => ({
      id: `replicas.${index + 2}`,
      what: `POST /vote, ${CONNECTIONS} connections, ${index + 2} replicas on these cores, against one`,
      unit: 'votes/s',
      verdict: judge(many, one),
    })),
    {
      id: 'replicas.deadlocks',
      what: 'deadlocks meanwhile; no vote was lost or counted twice',
      value: await deadlocksOf(owner),
      unit: '',
      goal: { atMost: 0 },
    },
  ];
};

export const replicas: BenchCase = { name: 'replicas', run: (ask) => onStage((stage) => benchReplicas(stage, ask)) };
