import { describe, expect, it } from 'vitest';
import { createMemoryLimit } from './memory-limit.ts';

describe('a limit in memory', () => {
  it('lets so many through in a window, says how long to wait, and starts anew', () => {
    const limit = createMemoryLimit(2, 60_000);
    expect([limit.take('a', 0), limit.take('a', 1), limit.take('b', 2)]).toEqual([0, 0, 0]);
    expect(limit.take('a', 30_000)).toBe(30);
    expect(limit.take('a', 60_000)).toBe(0);
  });

  it('is not held up by a clock that was set back', () => {
    const limit = createMemoryLimit(1, 60_000);
    limit.take('a', 10_000_000);
    expect(limit.take('a', 1_000)).toBe(0);
  });
});
