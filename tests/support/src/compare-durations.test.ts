import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compareDurations, superiority } from './compare-durations.ts';

describe('superiority', () => {
  it('is 0.5 for equal times, and 1 or 0 for separate ones', () => {
    expect(superiority([1, 2, 3], [1, 2, 3])).toBe(0.5);
    expect(superiority([4, 5, 6], [1, 2, 3])).toBe(1);
    expect(superiority([1, 2, 3], [4, 5, 6])).toBe(0);
  });
});

describe('compareDurations', () => {
  it('distinguishes functions with different work, and not functions with the same work', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const bounds = { pairs: 10, beyond: 0.85 };
    let runs = 0;
    const lasting = (ms: number) => async () => {
      runs += 1;
      vi.advanceTimersByTime(ms + (runs % 3));
    };
    expect(await compareDurations(bounds, lasting(40), lasting(2))).toHaveLength(3);
    expect(await compareDurations(bounds, lasting(2), lasting(2))).toBeUndefined();
  });
});
