import { randomBytes } from 'node:crypto';
import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, raceWarm } from '../measure.ts';
import { startRival } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const STORED = 1_000;
/** The share of the votes a second without a log. */
const GOAL = 0.95;

/** POST /vote by a server that promises each vote, with a nonce of the browser, against the same server without a log. */
const benchLog = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  await fillVotes(owner, STORED);
  const env = { ...stage.env, LOG_KEY: randomBytes(32).toString('base64') };
  const laurel = await startRival('log', env);
  const without = await startRival('log', { ...env, LOG: 'off' });
  const count = sized(300, 40_000);
  let accepted = STORED;

  const measure = async (port: number, hasLog: boolean): Promise<number> => {
    const fields = () => (hasLog ? { nonce: randomBytes(16).toString('base64url') } : {});
    const requests = await votesOfVoters(stage, count, { fields });
    await owner.query('CHECKPOINT');
    const { perSecond } = await castAll(port, CONNECTIONS, requests);
    accepted += count;
    return perSecond;
  };

  try {
    const sides = [() => measure(laurel.port, true), () => measure(without.port, false)];
    const [kept, none] = await raceWarm(rounds, sides);
    await auditVotes(owner, accepted);
    const what = `POST /vote, ${CONNECTIONS} connections, with a nonce and a promise for each vote, against none`;
    return [{ id: 'log.votes', what, unit: 'votes/s', verdict: judge(kept, none), goal: GOAL }];
  } finally {
    await laurel.stop();
    await without.stop();
    await owner.end();
  }
};

/** What the public log costs a vote. */
export const log: BenchCase = { name: 'log', run: (ask) => onStage((stage) => benchLog(stage, ask)) };
