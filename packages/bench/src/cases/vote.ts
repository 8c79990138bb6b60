import pg from 'pg';
import type { BenchCase, Finding } from '../finding.ts';
import { drive, requestBytes } from '../load.ts';
import { compare, percentile } from '../measure.ts';
import { startLaurel, startRival } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const PLAIN_TABLE = `
  CREATE TABLE IF NOT EXISTS plain_votes (
    voter uuid NOT NULL, nomination text NOT NULL, niche text NOT NULL, company text NOT NULL, cast_at timestamptz NOT NULL,
    PRIMARY KEY (voter, nomination, niche));
  GRANT INSERT ON plain_votes TO PUBLIC`;

/** POST /vote by another verified voter each time, against one INSERT for each vote. */
const benchVote = async (stage: Stage, rounds: number, votes: number): Promise<Finding[]> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  await owner.query(PLAIN_TABLE);
  const laurel = await startLaurel(stage.env);
  const rival = await startRival('vote', stage.env);
  const latencies: number[] = [];

  const run = async (port: number, isLaurel: boolean): Promise<number> => {
    const voters = await stage.voters(votes);
    const requests = voters.map(({ token }, index) => {
      const vote = stage.ballot[index % stage.ballot.length];
      return requestBytes('POST', '/api/vote', { authorization: `Bearer ${token}` }, JSON.stringify(vote));
    });
    await owner.query('CHECKPOINT');
    const load = await drive(port, CONNECTIONS, () => requests.pop());
    if (load.statuses['201'] !== votes) throw new Error(`not every vote was taken: ${JSON.stringify(load.statuses)}`);
    if (isLaurel) latencies.push(percentile(load.latencies, 0.99));
    return load.perSecond;
  };

  try {
    await run(laurel.port, false);
    await run(rival.port, false);
    const verdict = await compare(rounds, {
      laurel: () => run(laurel.port, true),
      rival: () => run(rival.port, false),
    });
    return [
      {
        id: 'vote.64.handler',
        what: `POST /vote, ${CONNECTIONS} connections, against one INSERT a vote`,
        unit: 'votes/s',
        verdict,
        goal: 2,
      },
      {
        what: `POST /vote, ${CONNECTIONS} connections: p99`,
        value: percentile(latencies, 0.5),
        unit: ' ms',
        digits: 1,
        goal: { atMost: 100 },
      },
    ];
  } finally {
    await laurel.stop();
    await rival.stop();
    await owner.end();
  }
};

export const vote: BenchCase = {
  name: 'vote',
  run: ({ rounds, sized }) => onStage((stage) => benchVote(stage, rounds, sized(300, 15_000))),
};
