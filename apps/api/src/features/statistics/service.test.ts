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
/** What the database does with a read: answers by default. */
let database: (final: boolean) => Promise<PublishedTotals>;
let visible: boolean;
let closed: boolean;
let reads: boolean[];
let troubles: unknown[];
let statistics: Statistics;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  totals = new Map();
  // A quarter into each second: the snapshot is fresh for the other three.
  database = async () => ({ at: new Date(1_250), totals: new Map(totals) });
  visible = true;
  closed = false;
  reads = [];
  troubles = [];
  statistics = createStatistics({
    categories: [category('crypto', 1), category('dating', 11)],
    readPublished: (final) => {
      reads.push(final);
      return database(final);
    },
    visible: () => visible,
    final: () => closed,
    now: () => new Date(),
    trouble: (error) => troubles.push(error),
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
/** Past the end of the second of the database's clock. */
const nextSecond = () => vi.advanceTimersByTimeAsync(750);

describe('the statistics of one process', () => {
  it('reads what is published once for everybody who asks in the same second', async () => {
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

  it('asks for every vote once voting is over', async () => {
    await shares();
    closed = true;
    await nextSecond();
    await shares();
    expect(reads).toEqual([false, true]);
  });

  it('tells listeners of the categories that changed, and of no other', async () => {
    const heard: string[][] = [];
    await shares();
    statistics.listen((items) => heard.push(items.map(({ niche }) => niche)));
    totals.set(11, 1);
    await nextSecond();
    expect(heard).toEqual([['dating']]);
    totals.set(11, 2);
    await nextSecond();
    expect(reads).toHaveLength(3);
    expect(heard).toEqual([['dating']]);
  });

  it('gives an older snapshot while the database is away or does not answer, and the new one once it is back', async () => {
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    totals.set(2, 1);
    database = () => Promise.reject(new Error('away'));
    await nextSecond();
    expect(await shares()).toEqual([100, 0, 0, 0]);
    expect(troubles).toHaveLength(1);
    let answer = (_published: PublishedTotals): void => {};
    database = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const waiting = shares();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toEqual([100, 0, 0, 0]);
    answer({ at: new Date(2_000), totals });
    expect(await shares()).toEqual([50, 50, 0, 0]);
  });

  it('asks once a second, and no oftener, while somebody listens and the database is away', async () => {
    await shares();
    database = () => Promise.reject(new Error('away'));
    statistics.listen(() => undefined);
    await vi.advanceTimersByTimeAsync(750 + 5_000);
    expect(reads).toHaveLength(1 + 6);
  });

  it('rejects where nothing was ever read', async () => {
    database = () => Promise.reject(new Error('away'));
    await expect(statistics.current()).rejects.toThrow('away');
  });
});

describe('hidden results', () => {
  it('are in no answer and no push, and the database is not asked for them', async () => {
    visible = false;
    totals.set(1, 1);
    const heard: unknown[] = [];
    statistics.listen((items) => heard.push(items));
    expect((await statistics.current()).body.toString()).toBe('[]');
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await statistics.current()).body.toString()).toBe('[]');
    expect(heard).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('are gone from the next answer, in the same second, and are all pushed when they are shown again', async () => {
    totals.set(1, 1);
    expect(await shares()).toEqual([100, 0, 0, 0]);
    visible = false;
    expect(statistics.fresh(new Date())).toBeUndefined();
    expect((await statistics.current()).body.toString()).toBe('[]');
    visible = true;
    const heard: string[][] = [];
    statistics.listen((items) => heard.push(items.map(({ niche }) => niche)));
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual([['crypto', 'dating']]);
  });

  it('are not shown by a read that was under way when they were hidden', async () => {
    let answer = (_published: PublishedTotals): void => {};
    database = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    totals.set(1, 1);
    const asked = statistics.current();
    visible = false;
    answer({ at: new Date(0), totals });
    expect((await asked).body.toString()).toBe('[]');
  });
});
