import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@laurel/api/rehearsal/requests';
import { freePort } from '@laurel/database/free-port';
import { castAll, votesOfVoters } from '../cast.ts';
import { asOrganiser } from '../console.ts';
import { startCrowd } from '../crowd.ts';
import { fillAward } from '../fill-award.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { requireStatus } from '../load.ts';
import { judgeBy, meanwhile, median, race } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
/** The people who work in the console; each makes another call every second. */
const PEOPLE = 5;
const THINKS_MS = 1_000;
/** The screens of Tonight that stay open, and how often each asks, milliseconds: `REFRESH_MS` of the screen. */
const SCREENS = 20;
const REFRESH_MS = 5_000;

const CALLS = [
  '/tonight?span=day',
  '/tonight?span=all',
  '/results',
  '/messages',
  '/messages?state=given_up&kind=sms&country=380',
  '/messages/totals?span=all',
  '/audit',
  '/audit?person=Person 3&action=review.',
  '/audit/names',
];

/** Uses the console until `isOver`. Returns the times of people's calls, milliseconds. */
const useConsole = async (origin: string, cookie: string, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  const ask = async (path: string): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/api${path}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    return performance.now() - startedAt;
  };
  const person = async (first: number): Promise<void> => {
    await sleep((first * THINKS_MS) / PEOPLE);
    for (let turn = first; !isOver(); turn += 1) {
      times.push(await ask(CALLS[turn % CALLS.length] ?? '/me'));
      await sleep(THINKS_MS);
    }
  };
  const screen = async (place: number): Promise<void> => {
    await sleep((place * REFRESH_MS) / SCREENS);
    while (!isOver()) {
      await ask('/tonight?span=day');
      await sleep(REFRESH_MS);
    }
  };
  await Promise.all([
    ...Array.from({ length: PEOPLE }, (_, place) => person(place)),
    ...Array.from({ length: SCREENS }, (_, place) => screen(place)),
  ]);
  return times;
};

type Plan = {
  /** The people who have voted before. */
  voters: number;
  /** How many votes are sent to find the machine's limit. */
  limitVotes: number;
  seconds: number;
  rounds: number;
};

const benchConsole = async (stage: Stage, { voters, limitVotes, seconds, rounds }: Plan): Promise<Finding[]> => {
  const { votes: filled } = await fillAward(stage.owner, { voters, pastVotes: 0, now: new Date() });
  const cookie = await asOrganiser(stage, async (person) => person.cookie);
  const consolePort = await freePort();
  const laurel = await stage.laurel({ CONSOLE_PORT: String(consolePort), DATABASE_CONSOLE_URL: stage.consoleUrl });
  const limit = (await castAll(laurel.port, CONNECTIONS, await votesOfVoters(stage, limitVotes))).perSecond;
  const votesPerSecond = limit / 2;
  const crowd = await startCrowd(stage, laurel.port, votesPerSecond * seconds * 2 * rounds);

  /** Votes a second until the last is answered: fewer than were sent a second if the server falls behind. */
  const vote = async () => {
    const startedAt = performance.now();
    const { votes } = await crowd.send({ votesPerSecond, seconds });
    requireStatus('201', votes.statuses);
    const perSecond = ((votes.statuses['201'] ?? 0) * 1000) / (performance.now() - startedAt);
    return { perSecond, p99: votes.p99, times: [] as number[] };
  };
  const voteBesideConsole = async () => {
    const asking = (isOver: () => boolean) => useConsole(`http://127.0.0.1:${consolePort}`, cookie, isOver);
    const [voted, times] = await meanwhile(vote, asking);
    return { ...voted, times };
  };
  const [beside = [], without = []] = await race(rounds, [voteBesideConsole, vote]);
  const times = beside.flatMap((round) => round.times);
  const work = `${PEOPLE} people and ${SCREENS} screens at the console`;
  return [
    {
      id: 'console.votes',
      what: `votes at half of the limit (${Math.round(limit).toLocaleString('en')}/s), with ${work}, against none`,
      unit: 'votes/s',
      verdict: judgeBy((round) => round.perSecond, beside, without),
      goal: 0.95,
    },
    {
      id: 'console.vote-p99',
      what: 'a vote meanwhile: p99',
      value: median(beside.map(({ p99 }) => p99)),
      unit: ' ms',
      digits: 1,
      note: `${median(without.map(({ p99 }) => p99)).toFixed(1)} ms without; ${filled.toLocaleString('en')} votes stored`,
    },
    {
      id: 'console.calls-while-voting',
      what: 'a call of the console meanwhile',
      value: percentile(times, 0.95),
      unit: ' ms p95',
      digits: 1,
      goal: { atMost: 200 },
      note: `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${times.length} calls`,
    },
  ];
};

/** Votes over a big vote while organisers use the console of the same process, and the console's calls meanwhile. */
export const consoleCase: BenchCase = {
  name: 'console',
  run: ({ sized, rounds }) =>
    onStage((stage) =>
      benchConsole(stage, {
        voters: sized(200, 100_000, 1_000_000),
        limitVotes: sized(300, 40_000),
        seconds: sized(1, 20),
        rounds,
      }),
    ),
};
