import { setTimeout as sleep } from 'node:timers/promises';
import { type CachingProxy, startCachingProxy } from '@laurel/support/caching-proxy';
import { ballotByCategory } from '../cast.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { startGenerator } from '../generator.ts';
import type { FromCrowd, ToCrowd } from '../generators/crowd.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const VOTES_PER_SECOND = 50;
const CLIENTS = 16;
const LOOK_EVERY_MS = 20;
/** A second in the process, a second in the cache, and a second that nginx rounds up. */
const STALE_SECONDS = 3;
const FROM_CACHE = new Set(['HIT', 'STALE', 'UPDATING']);
const PATHS = { statistics: '/api/vote/statistics', edition: '/api/edition' } as const;

/** When the origin replaced each version of a resource, by the version's ETag. */
const watchOrigin = async (url: string, isOver: () => boolean): Promise<Map<string, number>> => {
  const replaced = new Map<string, number>();
  for (let current = ''; !isOver(); await sleep(LOOK_EVERY_MS)) {
    const response = await fetch(url);
    await response.arrayBuffer();
    const etag = response.headers.get('etag') ?? '';
    if (etag !== current && current !== '') replaced.set(current, performance.now());
    replaced.delete(etag);
    current = etag;
  }
  return replaced;
};

type Answer = { path: string; etag: string; at: number; fromCache: boolean };

/** One request after another through the cache, for each path in turn. */
const useCache = async (cache: CachingProxy, isOver: () => boolean): Promise<Answer[]> => {
  const answers: Answer[] = [];
  const paths = Object.values(PATHS);
  for (let turn = 0; !isOver(); turn += 1) {
    const path = paths[turn % paths.length] ?? PATHS.statistics;
    const { status, headers } = await cache.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status} through the cache`);
    const fromCache = FROM_CACHE.has(headers['x-cache'] ?? '');
    answers.push({ path, etag: headers.etag ?? '', at: performance.now(), fromCache });
  }
  return answers;
};

const hits = (id: string, path: string, answers: readonly Answer[], seconds: number): Finding => {
  const all = answers.filter((answer) => answer.path === path);
  const cached = all.filter(({ fromCache }) => fromCache).length;
  const reached = (all.length - cached) / seconds;
  return {
    id,
    what: `GET ${path} behind a cache: answered by the cache`,
    value: (100 * cached) / all.length,
    unit: ' %',
    digits: 2,
    note: `${(all.length / seconds).toFixed(0)} requests/s, of which ${reached.toFixed(1)} reached Laurel`,
  };
};

const benchCdn = async (stage: Stage, seconds: number): Promise<Finding[]> => {
  const laurel = await startLaurel(stage.env);
  const cache = await startCachingProxy(laurel.port);
  const crowd = startGenerator<ToCrowd, FromCrowd>('crowd');
  try {
    const categories = ballotByCategory(stage);
    const voters = await stage.voters(Math.ceil((VOTES_PER_SECOND * seconds) / categories.length) + 1);
    await crowd.ask({ port: laurel.port, tokens: voters.map(({ token }) => token), categories });
    let over = false;
    const watching = watchOrigin(`http://127.0.0.1:${laurel.port}${PATHS.statistics}`, () => over);
    const using = Promise.all(Array.from({ length: CLIENTS }, () => useCache(cache, () => over)));
    const voting = crowd.ask({ votesPerSecond: VOTES_PER_SECOND, readsPerSecond: 0, seconds }).finally(() => {
      over = true;
    });
    const [replaced, used] = await Promise.all([watching, using, voting]);
    if (replaced.size === 0) throw new Error('the percentages did not change');
    const answers = used.flat();
    const oldest = answers
      .filter(({ path }) => path === PATHS.statistics)
      .reduce((most, { etag, at }) => Math.max(most, at - (replaced.get(etag) ?? at)), 0);
    return [
      hits('cdn.statistics', PATHS.statistics, answers, seconds),
      hits('cdn.edition', PATHS.edition, answers, seconds),
      {
        id: 'cdn.stale',
        what: 'percentages from the cache after Laurel had newer ones, at most',
        value: oldest / 1_000,
        unit: ' s',
        digits: 1,
        goal: { atMost: STALE_SECONDS },
        note: `${replaced.size} versions in ${seconds} s, at ${VOTES_PER_SECOND} votes/s`,
      },
    ];
  } finally {
    await crowd.stop();
    await cache.stop();
    await laurel.stop();
  }
};

/** How much a shared cache that follows Laurel's headers takes over, and how old its percentages get. nginx is the cache. */
export const cdn: BenchCase = {
  name: 'cdn',
  run: ({ sized }) => onStage((stage) => benchCdn(stage, sized(3, 30))),
};
