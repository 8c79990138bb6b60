import type { StatisticsItem } from '@laurel/contracts/records';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatistics, type Statistics } from './service.ts';
import type { PublishedTotals } from './store.ts';

const category = (niche: string, first: number) => ({
  nomination: 'best-partner',
  niche,
  companies: [
    { id: first, tag: 'first' },
    { id: first + 1, tag: 'second' },
  ],
});

let totals: Map<number, number>;
/** Publishes and reads the totals in the database. */
let database: (final: boolean) => Promise<PublishedTotals>;
/** Reads the totals that were published before. */
let stored: () => Promise<PublishedTotals & { final: boolean }>;
let visible: boolean;
let final: boolean;
let announced: boolean;
/** When voting ended, once it has. */
let end: Date;
let reads: boolean[];
let errors: unknown[];
let statistics: Statistics;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  totals = new Map();
  // The database's clock is a quarter into a second, so the snapshot is fresh for 750 milliseconds.
  database = async () => ({ at: new Date(1_250), totals: new Map(totals) });
  stored = () => Promise.reject(new Error('nothing is stored'));
  visible = true;
  final = false;
  announced = false;
  end = new Date(500);
  reads = [];
  errors = [];
  statistics = createStatistics({
    categories: [category('crypto', 1), category('dating', 11)],
    readPublished: (final) => {
      reads.push(final);
      return database(final);
    },
    readStored: () => stored(),
    ...{ readTieBreak: async () => ({ rule: 'joint' as const }), readRevealed: async () => undefined },
    visible: () => visible,
    ended: () => (final ? end : undefined),
    announced: () => announced,
    now: () => new Date(),
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  statistics.close();
  vi.useRealTimers();
});
const shares = async (): Promise<number[]> => {
  const items: StatisticsItem[] = JSON.parse((await statistics.current()).body.toString());
  return items.flatMap(({ results }) => results.map(({ percentage }) => percentage));
};
/** Advances past the end of the second of the database's clock. */
const nextSecond = () => vi.advanceTimersByTimeAsync(750);

describe('the statistics of one process', () => {
  it('reads the published totals once for all requests in the same second', async () => {
    totals.set(1, 1);
    const all = await Promise.all(Array.from({ length: 50 }, shares));
    expect(new Set(all.map(String))).toEqual(new Set(['100,0,0,0']));
    totals.set(2, 1);
    await vi.advanceTimersByTimeAsync(749);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await shares()).toEqual([50, 50, 0, 0]);
    expect(reads).toHaveLength(2);
  });

  it('reads all votes when voting is over', async () => {
    await shares();
    final = true;
    await nextSecond();
    await shares();
    expect(reads).toEqual([false, true]);
  });

  it('passes only the changed categories to listeners', async () => {
    const received: string[][] = [];
    await shares();
    statistics.listen((items) => received.push(items.map(({ niche }) => niche)));
    totals.set(11, 1);
    await nextSecond();
    expect(received).toEqual([['dating']]);
    totals.set(11, 2);
    await nextSecond();
    expect(reads).toHaveLength(3);
    expect(received).toEqual([['dating']]);
  });

  it('returns the older snapshot while the database fails or does not answer, and then the new one', async () => {
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    totals.set(2, 1);
    database = () => Promise.reject(new Error('away'));
    await nextSecond();
    expect(await shares()).toEqual([100, 0, 0, 0]);
    expect(errors).toHaveLength(1);
    const { promise, resolve: answer } = Promise.withResolvers<PublishedTotals>();
    database = () => promise;
    const waiting = shares();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toEqual([100, 0, 0, 0]);
    answer({ at: new Date(2_000), totals });
    expect(await shares()).toEqual([50, 50, 0, 0]);
  });

  it('reads once a second while there are listeners and the database fails', async () => {
    await shares();
    database = () => Promise.reject(new Error('away'));
    statistics.listen(() => undefined);
    await vi.advanceTimersByTimeAsync(750 + 5_000);
    expect(reads).toHaveLength(1 + 6);
  });

  // This test fails if requests wait for the publication: all fail when its statement is cancelled.
  it('returns what was published before while the first publication waits, and then the new one', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<PublishedTotals>();
    database = () => promise;
    stored = async () => ({ at: new Date(1_250), totals: new Map([[1, 1]]), final: false });
    const waiting = [shares(), shares()];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(waiting)).toEqual([
      [100, 0, 0, 0],
      [100, 0, 0, 0],
    ]);
    await nextSecond();
    const again = shares();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await again).toEqual([100, 0, 0, 0]);
    answer({ at: new Date(2_000), totals: new Map([[2, 1]]) });
    expect(await shares()).toEqual([0, 100, 0, 0]);
    expect(reads).toHaveLength(1);
  });

  it('rejects when the database fails and nothing was read yet', async () => {
    database = () => Promise.reject(new Error('away'));
    await expect(statistics.current()).rejects.toThrow('away');
  });
});

describe('hidden results', () => {
  it('are neither returned nor pushed, and not read from the database', async () => {
    visible = false;
    totals.set(1, 1);
    const received: unknown[] = [];
    statistics.listen((items) => received.push(items));
    expect((await statistics.current()).body.toString()).toBe('[]');
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await statistics.current()).body.toString()).toBe('[]');
    expect(received).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('are missing from the next response, and are all pushed when they are visible again', async () => {
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    visible = false;
    expect(statistics.fresh(new Date())).toBeUndefined();
    expect((await statistics.current()).body.toString()).toBe('[]');
    visible = true;
    const received: string[][] = [];
    statistics.listen((items) => received.push(items.map(({ niche }) => niche)));
    await vi.advanceTimersByTimeAsync(1);
    expect(received).toEqual([['crypto', 'dating']]);
  });

  it('are not returned by a read that began before they were hidden', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<PublishedTotals>();
    database = () => promise;
    totals.set(1, 1);
    const asked = statistics.current();
    visible = false;
    answer({ at: new Date(0), totals });
    expect((await asked).body.toString()).toBe('[]');
  });
});

describe('announced winners', () => {
  /** The database answers only when this is called. */
  const slowDatabase = () => {
    const { promise, resolve } = Promise.withResolvers<PublishedTotals>();
    database = () => promise;
    return resolve;
  };
  const announce = () => {
    [visible, final, announced] = [true, true, true];
  };
  const text = async (): Promise<string> => {
    const asked = statistics.current();
    await vi.advanceTimersByTimeAsync(1_000);
    return (await asked).body.toString();
  };
  const pushed = () => {
    const received: string[][] = [];
    statistics.listen((items) => received.push(items.map(({ niche }) => niche)));
    return received;
  };

  // This test fails if totals need not be final: "Nobody voted", or the leader of before the end as the winner.
  it.each([
    ['no totals', new Map(), true],
    ['totals of before the end', new Map([[1, 3]]), true],
    ['totals of before the end, in a new process', new Map([[1, 3]]), false],
  ])('are not read from %s, and all totals are pushed once they are final', async (_what, old, wasAsked) => {
    visible = false;
    if (wasAsked) expect(await text()).toBe('[]');
    announce();
    const answer = slowDatabase();
    stored = async () => ({ at: new Date(1_250), totals: old, final: false });
    const received = pushed();
    for (let request = 0; request < 3; request += 1) {
      expect(await text()).toBe('[]');
      expect([statistics.fresh(new Date()), statistics.shows()]).toEqual([undefined, false]);
    }
    expect(received).toEqual([]);
    answer({ at: new Date(2_000), totals: new Map([[2, 1]]) });
    expect(await shares()).toEqual([0, 100, 0, 0]);
    expect(statistics.shows()).toBe(true);
    expect(received).toEqual([['crypto', 'dating']]);
  });

  it('are read from what was published before if that is final, also in a new process', async () => {
    announce();
    slowDatabase();
    stored = async () => ({ at: new Date(1_250), totals: new Map([[1, 3]]), final: true });
    expect(await text()).toContain('100');
  });

  it('are not read from live totals in the second that ends the voting', async () => {
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    expect(statistics.fresh(new Date())).toBeDefined();
    const received = pushed();
    announce();
    expect(statistics.fresh(new Date())).toBeUndefined();
    totals.set(2, 3);
    expect(await shares()).toEqual([25, 75, 0, 0]);
    expect(reads).toEqual([false, true]);
    // A page that asked in between got no totals, so all categories are pushed.
    expect(received).toEqual([['crypto', 'dating']]);
  });

  it('are not read from live totals while the database fails', async () => {
    totals.set(1, 1);
    await shares();
    announce();
    database = () => Promise.reject(new Error('away'));
    expect(await text()).toBe('[]');
    expect(errors.map(String)).toEqual(['Error: away', 'Error: nothing is stored']);
    database = async () => ({ at: new Date(2_000), totals: new Map([[1, 1]]) });
    expect(await shares()).toEqual([100, 0, 0, 0]);
  });

  it('are not read from totals that were final before voting was opened again', async () => {
    final = true;
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    announce();
    end = new Date(900);
    const answer = slowDatabase();
    expect(statistics.fresh(new Date())).toBeUndefined();
    expect(await text()).toBe('[]');
    answer({ at: new Date(2_000), totals: new Map([[2, 1]]) });
    expect(await shares()).toEqual([0, 100, 0, 0]);
  });

  it('are not read from totals whose read began before the announcement', async () => {
    const answer = slowDatabase();
    totals.set(1, 1);
    const asked = shares();
    announce();
    database = async () => ({ at: new Date(1_250), totals: new Map([[2, 1]]) });
    answer({ at: new Date(1_250), totals });
    expect(await asked).toEqual([0, 100, 0, 0]);
    expect(reads).toEqual([false, true]);
  });

  it('keep the final totals that were shown before the announcement while the database fails', async () => {
    final = true;
    totals.set(1, 1);
    await shares();
    announce();
    expect(statistics.fresh(new Date())).toBeDefined();
    database = () => Promise.reject(new Error('away'));
    await nextSecond();
    expect(await shares()).toEqual([100, 0, 0, 0]);
  });
});
