import pg from 'pg';
import { drive, requestBytes } from '../load.ts';
import { compare, describeVerdict, percentile } from '../measure.ts';
import { startLaurel, startRival } from '../processes.ts';
import type { Stage } from '../stage.ts';

const CONNECTIONS = 64;
const PLAIN_TABLE = `
  CREATE TABLE IF NOT EXISTS plain_votes (
    voter uuid NOT NULL, nomination text NOT NULL, niche text NOT NULL, company text NOT NULL, cast_at timestamptz NOT NULL,
    PRIMARY KEY (voter, nomination, niche));
  GRANT INSERT ON plain_votes TO PUBLIC`;

/** POST /vote by another verified voter each time, against one INSERT for each vote. */
export const benchVote = async (stage: Stage, rounds: number): Promise<string[]> => {
  const votes = 15_000;
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
      describeVerdict(`POST /vote, ${CONNECTIONS} connections, against one INSERT a vote`, 'votes/s', verdict),
      `POST /vote, p99 ${percentile(latencies, 0.5).toFixed(1)} ms (median of ${rounds} rounds)`,
    ];
  } finally {
    await laurel.stop();
    await rival.stop();
    await owner.end();
  }
};
