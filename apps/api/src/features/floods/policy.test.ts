import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { costOf, FADE_MS, fadedHeat, levelOf, worthTelling } from './policy.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('a count that fades', () => {
  it('is a third after five minutes, and nothing after an hour', () => {
    const counted = { heat: 1_000, at: now };
    expect(fadedHeat(counted, now)).toBe(1_000);
    expect(fadedHeat(counted, after(now, FADE_MS))).toBeCloseTo(1_000 / Math.E);
    expect(fadedHeat(counted, after(now, 60 * 60_000))).toBeLessThan(0.01);
  });

  it('does not grow for a clock that is behind', () => {
    expect(fadedHeat({ heat: 10, at: after(now, 5_000) }, now)).toBe(10);
  });

  it('comes to what five minutes brought, under a steady rate', () => {
    let counted = { heat: 0, at: now };
    for (let second = 1; second <= 3_600; second += 1) {
      const at = after(now, second * 1_000);
      counted = { heat: fadedHeat(counted, at) + 2, at };
    }
    expect(counted.heat).toBeGreaterThan(580);
    expect(counted.heat).toBeLessThan(620);
  });

  it.each([
    [1, 2],
    [5, 2],
    [50, 6],
  ])('of a network with a limit of %i is told to others from %i on', (limit, told) => {
    expect(worthTelling(limit)).toBe(told);
  });
});

describe('how hard the work is', () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [100, 1],
    [199, 1],
    [200, 2],
    [400, 3],
    [800, 4],
    [1_000_000, 4],
  ])('for %i where 100 begin a flood: level %i', (heat, level) => {
    expect(levelOf(heat, 100)).toBe(level);
  });

  it('doubles with each level, within bounds', () => {
    expect([1, 2, 3, 4].map(costOf)).toEqual([4_000, 8_000, 16_000, 32_000]);
  });
});
