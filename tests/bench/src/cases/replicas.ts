import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { openWriter, type Writer } from '@laurel/api/features/votes/ballot.store';
import type pg from 'pg';
import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, race, raceWarm } from '../measure.ts';
import { type Running, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 96;
const REPLICAS = [1, 2, 3];
const BATCH = 50;

const deadlocksOf = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
};

/** The same batches by three writers, each in its own tally slot and all in one. */
const raceSlots = async (stage: Stage, owner: pg.Client, { rounds, sized }: Ask) => {
  const { rows } = await owner.query<{ nomineeId: number; categoryId: number }>(
    'SELECT id AS "nomineeId", category_id AS "categoryId" FROM nominees ORDER BY id',
  );
  const batches = sized(2, 60);
  const by = async (slots: readonly number[]): Promise<number> => {
    const writers: Writer[] = [];
    for (const slot of slots) writers.push(await openWriter(stage.env.DATABASE_URL, slot));
    const voters = await stage.voters(slots.length * batches * BATCH);
    const startedAt = performance.now();
    const write = async (writer: Writer, lane: number): Promise<void> => {
      for (let batch = 0; batch < batches; batch++) {
        const from = (lane * batches + batch) * BATCH;
        const ballots = voters.slice(from, from + BATCH).flatMap(({ sessionId }, index) => {
          const nominee = rows[index % rows.length];
          return nominee ? [{ sessionId, ...nominee, nonces: randomBytes(32) }] : [];
        });
        const outcomes = await writer.cast(ballots, new Date());
        if (outcomes !== 'A'.repeat(BATCH)) throw new Error(`not every vote was accepted: ${outcomes}`);
      }
    };
    await Promise.all(writers.map(write));
    const took = performance.now() - startedAt;
    for (const writer of writers) await writer.end();
    return (voters.length * 1000) / took;
  };
  const sides = [() => by([61, 62, 63]), () => by([60, 60, 60])];
  const [own, shared] = await race(rounds, sides);
  return { verdict: judge(own, shared), accepted: rounds * sides.length * REPLICAS.length * batches * BATCH };
};

/** The same votes by one, two and three processes on one PostgreSQL: throughput, and conflicts between them. */
const benchReplicas = async (stage: Stage, ask: Ask): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  const replicas: Running[] = [];
  let accepted = 0;
  try {
    for (const _ of REPLICAS) replicas.push(await startLaurel(stage.env));
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
    const slots = await raceSlots(stage, owner, ask);
    await auditVotes(owner, accepted + slots.accepted);
    return [
      ...several.map((many, index) => ({
        id: `replicas.${index + 2}`,
        what: `POST /vote, ${CONNECTIONS} connections, ${index + 2} replicas on these cores, against one`,
        unit: 'votes/s',
        verdict: judge(many, one),
      })),
      {
        id: 'replicas.slots',
        what: `three writers with tally slots of their own, batches of ${BATCH}, against one slot for all`,
        unit: 'votes/s',
        verdict: slots.verdict,
      },
      {
        id: 'replicas.deadlocks',
        what: 'deadlocks meanwhile; no vote was lost or counted twice',
        value: await deadlocksOf(owner),
        unit: '',
        goal: { atMost: 0 },
      },
    ];
  } finally {
    for (const replica of replicas) await replica.stop();
    await owner.end();
  }
};

export const replicas: BenchCase = { name: 'replicas', run: (ask) => onStage((stage) => benchReplicas(stage, ask)) };
