import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { superiority, toldApart } from './told-apart.ts';

describe('the rank statistic', () => {
  it('is a half where times are alike, and one or nought where each tells which is which', () => {
    expect(superiority([1, 2, 3], [1, 2, 3])).toBe(0.5);
    expect(superiority([4, 5, 6], [1, 2, 3])).toBe(1);
    expect(superiority([1, 2, 3], [4, 5, 6])).toBe(0);
  });
});

describe('two ways', () => {
  it('are told apart where one does more, on however slow a machine, and not where both do the same', async () => {
    const bounds = { pairs: 10, beyond: 0.85 };
    const short = () => sleep(2);
    expect(await toldApart(bounds, () => sleep(40), short)).toHaveLength(3);
    expect(await toldApart(bounds, short, short)).toBeUndefined();
  });
});
