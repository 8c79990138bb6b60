import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownTime } from './shown-time.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('a displayed time', () => {
  it.each([
    ['UTC', '2026-12-01T18:00:00Z', '2026-12-01T18:00:00.000Z'],
    ['Europe/Kyiv', '2026-12-01T18:00:00Z', '2026-12-01T18:00:00.000Z (20:00:00 +02:00)'],
    ['Europe/Kyiv', '2026-07-01T18:00:00Z', '2026-07-01T18:00:00.000Z (21:00:00 +03:00)'],
    ['Europe/Kyiv', '2026-12-01T23:30:00Z', '2026-12-01T23:30:00.000Z (2026-12-02 01:30:00 +02:00)'],
    ['America/St_Johns', '2026-12-01T02:00:00Z', '2026-12-01T02:00:00.000Z (2026-11-30 22:30:00 -03:30)'],
  ])('has UTC and the time in %s', (zone, at, shown) => {
    vi.stubEnv('TZ', zone);
    expect(shownTime(new Date(at))).toBe(shown);
  });
});
