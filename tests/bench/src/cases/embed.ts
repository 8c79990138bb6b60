import { setTimeout as sleep } from 'node:timers/promises';
import { castAll, votesOfVoters } from '../cast.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { judgeBy, meanwhile, race } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const EMBEDS_PER_SECOND = 100;
const PATH = '/embed/best-partner/gambling/copperfinch?lang=';

/** Opens a nominee's embed a hundred times a second until `isOver`. */
const openEmbeds = async (port: number, isOver: () => boolean): Promise<number> => {
  const open = async (turn: number): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}${turn % 2 ? 'en' : 'uk'}`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the embed answered ${response.status}`);
  };
  const startedAt = performance.now();
  const opened: Promise<void>[] = [];
  while (!isOver()) {
    const due = ((performance.now() - startedAt) / 1_000) * EMBEDS_PER_SECOND;
    while (opened.length < due) opened.push(open(opened.length));
    await sleep(5);
  }
  await Promise.all(opened);
  return opened.length;
};

const benchEmbed = async (stage: Stage, votes: number, rounds: number): Promise<Finding[]> => {
  const { port } = await stage.laurel({ LIMITS_READS_NETWORK_MINUTE: '1000000' });
  const ballots = await votesOfVoters(stage, votes * 2 * rounds);
  const vote = () => castAll(port, CONNECTIONS, ballots.splice(0, votes));
  const voteBesideEmbeds = async () => (await meanwhile(vote, (isOver) => openEmbeds(port, isOver)))[0];
  const [beside = [], without = []] = await race(rounds, [voteBesideEmbeds, vote]);
  return [
    {
      id: 'embed.votes',
      what: `votes over ${CONNECTIONS} connections, with ${EMBEDS_PER_SECOND} openings of an embed a second, against none`,
      unit: 'votes/s',
      verdict: judgeBy((round) => round.perSecond, beside, without),
      goal: 0.98,
    },
  ];
};

/** What the embeds of nominees on other sites cost the votes. */
export const embed: BenchCase = {
  name: 'embed',
  run: ({ sized, rounds }) => onStage((stage) => benchEmbed(stage, sized(300, 20_000), rounds)),
};
