import { describe, expect, it } from 'vitest';
import { createRefusals, retryAfterSeconds } from './policy.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inMs = (ms: number): Date => new Date(now.getTime() + ms);

describe('Retry-After', () => {
  it('rounds up to whole seconds', () => {
    expect(retryAfterSeconds(inMs(1_000), now)).toBe(1);
    expect(retryAfterSeconds(inMs(1_001), now)).toBe(2);
    expect(retryAfterSeconds(inMs(900_000), now)).toBe(900);
  });

  it('is at least a second, also if the window has ended', () => {
    expect(retryAfterSeconds(inMs(3), now)).toBe(1);
    expect(retryAfterSeconds(inMs(0), now)).toBe(1);
    expect(retryAfterSeconds(inMs(-5_000), now)).toBe(1);
  });

  it('is at most a day', () => {
    expect(retryAfterSeconds(inMs(86_400_000), now)).toBe(86_400);
    expect(retryAfterSeconds(inMs(10 * 365 * 86_400_000), now)).toBe(86_400);
  });
});

describe('a refusal', () => {
  const at = (ms: number) => new Date(1_000_000 + ms);
  const refusals = () => {
    const made = createRefusals();
    made.remember('mine', at(60_000), at(0));
    return made;
  };

  it('is cached for a second, without queries', () => {
    expect(refusals().find(['yours', 'mine'], at(999))).toEqual(at(60_000));
    expect(refusals().find(['mine'], at(1_000))).toBeUndefined();
    expect(refusals().find(['yours'], at(0))).toBeUndefined();
    expect(refusals().find(['mine'], at(-1))).toBeUndefined();
  });

  it('is cached no longer than the window', () => {
    const made = createRefusals();
    made.remember('short', at(500), at(0));
    expect(made.find(['short'], at(499))).toEqual(at(500));
    expect(made.find(['short'], at(500))).toBeUndefined();
  });

  it('is removed with its counter, or with all counters under a key that ends with a colon', () => {
    for (const [key, forgotten] of [
      ['mine', true],
      ['mi', false],
      ['mi:', false],
    ] as const) {
      const made = refusals();
      made.forget([key]);
      expect(made.find(['mine'], at(0)) === undefined, key).toBe(forgotten);
    }
    const made = createRefusals();
    made.remember('codes:a', at(60_000), at(0));
    made.forget(['codes:']);
    expect(made.find(['codes:a'], at(0))).toBeUndefined();
  });
});
