import { describe, expect, it } from 'vitest';
import { createPool, createPools } from './pool.ts';

/** A task that ends on request. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, finish: resolve };
};

describe('the pool', () => {
  it('runs tasks up to its limit, queues more in order, and rejects the rest at once', async () => {
    const pool = createPool({ atOnce: 2, maxWaiting: 2 });
    const started: number[] = [];
    const jobs = Array.from({ length: 4 }, held);
    const runs = jobs.map(({ work }, index) =>
      pool(() => {
        started.push(index);
        return work();
      }),
    );
    await expect(pool(async () => 'never')).rejects.toMatchObject({
      code: 'server.unavailable',
      status: 503,
      retryAfterSeconds: expect.any(Number),
    });
    expect(started).toEqual([0, 1]);
    for (const job of jobs) job.finish();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
    expect(await pool(async () => 'free again')).toBe('free again');
  });

  it('starts the next task after a failed one', async () => {
    const pool = createPool({ atOnce: 1, maxWaiting: 1 });
    const failing = pool(() => Promise.reject(new Error('broken')));
    const next = pool(async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

it('pools by key keep the limit of a key whose first task has ended', async () => {
  const pools = createPools({ atOnce: 1, maxWaiting: 2 });
  const started: string[] = [];
  const second = held();
  const first = pools('ada', async () => started.push('first'));
  const holding = pools('ada', () => {
    started.push('second');
    return second.work();
  });
  await first;
  const waiting = pools('ada', async () => started.push('third'));
  await pools('bob', async () => started.push('another key'));
  expect(started).toEqual(['first', 'second', 'another key']);
  second.finish();
  await Promise.all([holding, waiting]);
  expect(started.at(-1)).toBe('third');
});
