import { castAll, connectOwner, votesInAllCategories } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, raceWarm } from '../measure.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const STORED = 1_000;
/** With 22 categories, 15,000 votes in a round. */
const VOTERS = 682;

/** POST /vote by voters who use one token for all their votes, against the same votes with a new token each. */
const benchSeveral = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  await fillVotes(owner, STORED);
  const laurel = await startLaurel(stage.env);
  let accepted = STORED;
  const measure = async (fresh: boolean): Promise<number> => {
    const requests = await votesInAllCategories(stage, sized(20, VOTERS), fresh);
    await owner.query('CHECKPOINT');
    const { perSecond } = await castAll(laurel.port, CONNECTIONS, requests);
    accepted += requests.length;
    return perSecond;
  };
  try {
    const sides = [() => measure(false), () => measure(true)];
    const [shared, fresh] = await raceWarm(rounds, sides);
    await auditVotes(owner, accepted);
    const what = `POST /vote, ${CONNECTIONS} connections, a vote in each category with one token, against a new token each`;
    return [{ id: 'vote.several', what, unit: 'votes/s', verdict: judge(shared, fresh) }];
  } finally {
    await laurel.stop();
    await owner.end();
  }
};

export const voteSeveral: BenchCase = {
  name: 'vote-several',
  run: (ask) => onStage((stage) => benchSeveral(stage, ask)),
};
