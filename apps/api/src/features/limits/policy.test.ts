import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './policy.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inMs = (ms: number): Date => new Date(now.getTime() + ms);

describe('Retry-After', () => {
  it('rounds up to whole seconds', () => {
    expect(retryAfterSeconds(inMs(1_000), now)).toBe(1);
    expect(retryAfterSeconds(inMs(1_001), now)).toBe(2);
    expect(retryAfterSeconds(inMs(900_000), now)).toBe(900);
  });

  it('is at least a second, also where the window ended meanwhile', () => {
    expect(retryAfterSeconds(inMs(3), now)).toBe(1);
    expect(retryAfterSeconds(inMs(0), now)).toBe(1);
    expect(retryAfterSeconds(inMs(-5_000), now)).toBe(1);
  });

  it('is at most a day', () => {
    expect(retryAfterSeconds(inMs(86_400_000), now)).toBe(86_400);
    expect(retryAfterSeconds(inMs(10 * 365 * 86_400_000), now)).toBe(86_400);
  });
});
