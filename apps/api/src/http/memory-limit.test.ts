import { describe, expect, it } from 'vitest';
import { createMemoryLimit } from './memory-limit.ts';

describe('a limit in memory', () => {
  it('allows the limit per window, returns the time to wait, and starts again', () => {
    const limit = createMemoryLimit(2, 60_000);
    expect([limit.take('a', 0), limit.take('a', 1), limit.take('b', 2)]).toEqual([0, 0, 0]);
    expect(limit.take('a', 30_000)).toBe(30);
    expect(limit.take('a', 60_000)).toBe(0);
  });

  it('is not blocked by a clock that was set back', () => {
    const limit = createMemoryLimit(1, 60_000);
    limit.take('a', 10_000_000);
    expect(limit.take('a', 1_000)).toBe(0);
  });

  it('refunds a count in the same window, and none of an earlier window', () => {
    const limit = createMemoryLimit(1, 60_000);
    limit.take('a', 0);
    limit.refund('a', 0);
    limit.refund('a', 0);
    expect([limit.take('a', 1), limit.take('a', 2)]).toEqual([0, 60]);
    limit.take('a', 60_000);
    limit.refund('a', 1);
    limit.refund('b', 60_000);
    expect([limit.take('a', 60_001), limit.take('b', 60_001), limit.take('b', 60_001)]).toEqual([60, 0, 60]);
  });
});
