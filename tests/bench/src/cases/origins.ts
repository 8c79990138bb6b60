import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, raceWarm } from '../measure.ts';
import { startRival } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

/** What the page of a phone sends with each request. */
const AGENT =
  'Mozilla/5.0 (Linux; Android 14; SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const HEADERS = { 'user-agent': AGENT, 'x-client-user-agent': AGENT, 'x-time-zone': 'Europe/Kyiv' };

const CONNECTIONS = 64;
const STORED = 1_000;
/** The share of the votes a second without origins. */
const GOAL = 0.97;
const ORIGINS_WITHIN_MS = 300_000;

/** POST /vote by a server that stores the origin of each vote, against the same server without. */
const benchOrigins = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  await fillVotes(owner, STORED);
  const laurel = await startRival('origins', stage.env);
  const without = await startRival('origins', { ...stage.env, ORIGINS: 'off' });
  const count = sized(300, 40_000);
  let accepted = STORED;
  let noted = 0;

  const stored = async (): Promise<number> =>
    (await owner.query<{ origins: number }>('SELECT count(*)::int AS origins FROM vote_origins')).rows[0]?.origins ??
    -1;
  /** Waits for the origins of the round, so that the next one does not pay for them. */
  const settle = async (): Promise<void> => {
    const until = performance.now() + ORIGINS_WITHIN_MS;
    while ((await stored()) !== noted) {
      if (performance.now() > until) throw new Error(`${await stored()} origins are stored of ${noted} votes`);
    }
  };
  const measure = async (port: number, origins: boolean): Promise<number> => {
    const requests = await votesOfVoters(stage, count, { headers: HEADERS });
    await owner.query('CHECKPOINT');
    const { perSecond } = await castAll(port, CONNECTIONS, requests);
    accepted += count;
    if (origins) noted += count;
    await settle();
    return perSecond;
  };

  try {
    const sides = [() => measure(laurel.port, true), () => measure(without.port, false)];
    const [kept, none] = await raceWarm(rounds, sides);
    await auditVotes(owner, accepted);
    const what = `POST /vote, ${CONNECTIONS} connections, with the origin of each vote, against none`;
    return [{ id: 'origins.votes', what, unit: 'votes/s', verdict: judge(kept, none), goal: GOAL }];
  } finally {
    await laurel.stop();
    await without.stop();
    await owner.end();
  }
};

/** What storing where each vote came from costs. */
export const origins: BenchCase = { name: 'origins', run: (ask) => onStage((stage) => benchOrigins(stage, ask)) };
