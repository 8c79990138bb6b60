import { describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';

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
