import { expect, it } from 'vitest';
import { pause, waitMs } from './backoff.ts';

it('doubles the delay up to the maximum, and honours a longer Retry-After', () => {
  const backoff = { firstMs: 1_000, mostMs: 60_000 };
  expect([1, 2, 3, 6, 7, 5_000].map((failures) => waitMs(backoff, failures))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  expect(waitMs(backoff, 1, 7_000)).toBe(7_000);
  expect(waitMs(backoff, 7, 7_000)).toBe(60_000);
});

it('ends a pause when the signal aborts', async () => {
  const stopping = new AbortController();
  const paused = pause(3_600_000, stopping.signal);
  stopping.abort();
  await paused;
  await pause(3_600_000, stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
});
