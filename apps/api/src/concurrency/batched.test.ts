import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batched } from './batched.ts';

const startLookUps = (atOnce: number) => {
  const queries: (readonly string[])[] = [];
  let open = 0;
  let most = 0;
  const ask = batched(async (keys) => {
    queries.push(keys);
    open += 1;
    most = Math.max(most, open);
    await nextTurn();
    open -= 1;
    if (keys.includes('unreadable')) throw new Error('down');
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `value of ${key}`]));
  }, atOnce);
  return { ask, queries, mostAtOnce: () => most };
};

describe('batched look-ups', () => {
  it('read all waiting keys in one query, and never run two queries at once', async () => {
    const { ask, queries, mostAtOnce } = startLookUps(100);
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    expect(await Promise.all(keys.map(ask))).toEqual(keys.map((key) => `value of ${key}`));
    expect(mostAtOnce()).toBe(1);
    // The first key does not wait for others.
    expect(queries).toHaveLength(1 + Math.ceil(999 / 100));
    expect(Math.max(...queries.map((each) => each.length))).toBe(100);
    expect(await ask('later')).toBe('value of later');
  });

  it('read a key once for several requests, and again for a request that came during the read', async () => {
    const { ask, queries } = startLookUps(100);
    await Promise.all(['first', 'same', 'same', 'same'].map(ask));
    expect(queries).toEqual([['first'], ['same']]);
    const early = ask('same');
    const late = ask('same');
    expect(await early).toBe(await late);
    expect(queries.slice(2)).toEqual([['same'], ['same']]);
  });

  it('return undefined for an unknown key, and continue after a failure', async () => {
    const { ask } = startLookUps(2);
    const asked = ['unknown', 'a', 'unreadable', 'b', 'c'].map(ask);
    const settled = await Promise.allSettled(asked);
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
      undefined,
      'failed',
      'failed',
      'value of b',
      'value of c',
    ]);
  });
});
