import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@laurel/database/free-port';
import { ballotByCategory, castAll, votesOfVoters } from './cast.ts';
import { CONSOLE_CALLS } from './console-calls.ts';
import type { Finding } from './finding.ts';
import { startGenerator } from './generator.ts';
import type { FromCrowd, ToCrowd } from './generators/crowd.ts';
import { requireStatus } from './load.ts';
import { judge, median, percentile, race } from './measure.ts';
import { startLaurel } from './processes.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 64;
/** The people who work in the console; each makes another call every second. */
const PEOPLE = 5;
const THINKS_MS = 1_000;
/** The screens of Tonight that stay open. */
export const SCREENS = 20;
/** How often an open screen asks, milliseconds: `REFRESH_MS` of the screen. */
export const REFRESH_MS = 5_000;

export type WhileVoting = {
  /** How many votes are sent to find the machine's limit. */
  limitVotes: number;
  seconds: number;
  rounds: number;
};

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
      times.push(await ask(CONSOLE_CALLS[turn % CONSOLE_CALLS.length]?.path ?? '/me'));
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

/**
 * Sends votes at half of the rate that the machine can take, in turn with and without work in the console of the same process.
 * @param cookie the session of a person of the console, from this machine's network
 */
export const measureWhileVoting = async (
  stage: Stage,
  cookie: string,
  { limitVotes, seconds, rounds }: WhileVoting,
): Promise<Finding[]> => {
  const consolePort = await freePort();
  const laurel = await startLaurel({
    ...stage.env,
    CONSOLE_PORT: String(consolePort),
    DATABASE_CONSOLE_URL: stage.consoleUrl,
  });
  const crowd = startGenerator<ToCrowd, FromCrowd>('crowd');
  try {
    const limit = (await castAll(laurel.port, CONNECTIONS, await votesOfVoters(stage, limitVotes))).perSecond;
    const votesPerSecond = limit / 2;
    const categories = ballotByCategory(stage);
    const voters = await stage.voters(Math.ceil((votesPerSecond * seconds * 2 * rounds) / categories.length) + 1);
    await crowd.ask({ port: laurel.port, tokens: voters.map(({ token }) => token), categories });
    const p99s: { without: number[]; beside: number[] } = { without: [], beside: [] };

    /** Votes a second until the last is answered: fewer than were sent a second if the server falls behind. */
    const vote = async (side: keyof typeof p99s): Promise<number> => {
      const startedAt = performance.now();
      const { votes } = await crowd.ask({ votesPerSecond, readsPerSecond: 0, seconds });
      const cast = votes.statuses['201'] ?? 0;
      requireStatus('201', votes.statuses);
      p99s[side].push(votes.p99);
      return (cast * 1000) / (performance.now() - startedAt);
    };
    const times: number[] = [];
    const voteBesideConsole = async (): Promise<number> => {
      let over = false;
      const [perSecond, asked] = await Promise.all([
        vote('beside').finally(() => {
          over = true;
        }),
        useConsole(`http://127.0.0.1:${consolePort}`, cookie, () => over),
      ]);
      times.push(...asked);
      return perSecond;
    };
    const [beside, without] = await race(rounds, [voteBesideConsole, () => vote('without')]);
    const work = `${PEOPLE} people and ${SCREENS} screens at the console`;
    return [
      {
        id: 'console.votes',
        what: `votes at half of the limit (${Math.round(limit).toLocaleString('en')}/s), with ${work}, against none`,
        unit: 'votes/s',
        verdict: judge(beside, without),
        goal: 0.95,
      },
      {
        id: 'console.vote-p99',
        what: 'a vote meanwhile: p99',
        value: median(p99s.beside),
        unit: ' ms',
        digits: 1,
        note: `${median(p99s.without).toFixed(1)} ms without`,
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
  } finally {
    await crowd.stop();
    await laurel.stop();
  }
};
