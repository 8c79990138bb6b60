import { castAll, votesOfVoters } from '../cast.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judge, raceWarm } from '../measure.ts';
import { openStage } from '../stage.ts';

const CONNECTIONS = 64;
/** The share of the speed with the fewest stored votes. */
const GOAL = 0.9;

/** Measures a round of votes on a new Laurel with a number of stored votes. */
const openSite = async (size: number, votes: number) => {
  const stage = await openStage();
  const { owner } = stage;
  await fillVotes(owner, size);
  const laurel = await stage.laurel();
  let stored = size;
  return {
    cast: async (): Promise<number> => {
      const requests = await votesOfVoters(stage, votes);
      await owner.query('CHECKPOINT');
      const { perSecond } = await castAll(laurel.port, CONNECTIONS, requests);
      stored += votes;
      return perSecond;
    },
    audit: () => auditVotes(owner, stored),
    close: stage.close,
  };
};

/** POST /vote with increasing numbers of stored votes, against few. */
const benchStored = async ({ rounds, sized }: Ask): Promise<Finding[]> => {
  const sizes = sized([100, 1_000], [1_000, 100_000, 1_000_000], [1_000, 100_000, 1_000_000, 10_000_000]);
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  try {
    for (const size of sizes) sites.push(await openSite(size, sized(300, 10_000)));
    const sides = sites.map(({ cast }) => cast);
    const [few, ...more] = await raceWarm(rounds, sides);
    for (const { audit } of sites) await audit();
    return more.map((many, index) => {
      const size = sizes[index + 1] ?? 0;
      const about = `POST /vote, ${size.toLocaleString('en')} votes stored, against ${sizes[0]?.toLocaleString('en')}`;
      return { id: `vote.stored.${size}`, what: about, unit: 'votes/s', verdict: judge(many, few), goal: GOAL };
    });
  } finally {
    for (const { close } of sites) await close();
  }
};

export const voteStored: BenchCase = { name: 'vote-stored', run: benchStored };
