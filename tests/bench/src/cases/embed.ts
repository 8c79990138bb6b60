import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { castAll, votesOfVoters } from '../cast.ts';
import { cpuMs } from '../cpu.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { judgeBy, meanwhile, raceWarm } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const EMBEDS_PER_SECOND = 100;
/** How long the server is watched at rest, milliseconds. */
const REST_MS = 5_000;
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

/** Whether so many questions were asked: a bound on a loop. */
const isOverAfter = (turns: number) => {
  let left = turns;
  return (): boolean => {
    left -= 1;
    return left < 0;
  };
};

const benchEmbed = async (stage: Stage, votes: number, rounds: number): Promise<Finding[]> => {
  const { port, pid } = await stage.laurel({ LIMITS_READS_NETWORK_MINUTE: '1000000' });
  // Processor time is not affected by what else the machine does. What the server does at rest is not counted.
  const spent = async (work: () => Promise<unknown>): Promise<number> => {
    const [cpu, at] = [cpuMs(pid), performance.now()];
    await work();
    return (cpuMs(pid) - cpu) / (performance.now() - at);
  };
  await openEmbeds(port, isOverAfter(100));
  const atRest = await spent(() => sleep(REST_MS));
  const share = (await spent(() => openEmbeds(port, isOverAfter(votes / 10)))) - atRest;
  const ballots = await votesOfVoters(stage, votes * 2 * (rounds + 1));
  const vote = () => castAll(port, CONNECTIONS, ballots.splice(0, votes));
  const voteBesideEmbeds = async () => (await meanwhile(vote, (isOver) => openEmbeds(port, isOver)))[0];
  const [beside = [], without = []] = await raceWarm(rounds, [voteBesideEmbeds, vote]);
  return [
    {
      id: 'embed.cpu',
      what: `processor time of the server for ${EMBEDS_PER_SECOND} openings of an embed a second`,
      value: (share * 100) / availableParallelism(),
      unit: ' % of the machine',
      digits: 1,
      goal: { atMost: 2 },
      note: `${(atRest * 100).toFixed(1)} % of a core at rest`,
    },
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
