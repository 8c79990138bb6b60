import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkServerTime, serverTime, setServerTime, sincePageMs } from './server-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-11-20T18:00:00Z') });
});
afterEach(() => {
  setServerTime(new Date().toISOString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the server’s clock', () => {
  // This test fails, three seconds late, if the time until the scripts have loaded is left out.
  it('counts the time from the page to its scripts', () => {
    setServerTime('2025-11-20T18:05:00.000Z', 3_000);
    expect(serverTime()).toBe(Date.parse('2025-11-20T18:05:03.000Z'));
  });

  it('takes that time from the navigation', () => {
    class Navigation {
      responseStart = 400;
    }
    vi.stubGlobal('PerformanceNavigationTiming', Navigation);
    const clock = { now: () => 3_400, getEntriesByType: () => [new Navigation()] };
    vi.stubGlobal('performance', clock);
    expect(sincePageMs()).toBe(3_000);
    // A browser without the entry of the navigation, and a clock that began again.
    vi.stubGlobal('performance', { ...clock, getEntriesByType: () => [] });
    expect(sincePageMs()).toBe(0);
    vi.stubGlobal('performance', { ...clock, now: () => 0 });
    expect(sincePageMs()).toBe(0);
  });

  it.each(['2025-11-20T18:05:00.000Z', '2025-11-20T17:55:00.000Z'])(
    'continues from the time in the page: %s',
    (now) => {
      setServerTime(now);
      expect(serverTime()).toBe(Date.parse(now));
      vi.advanceTimersByTime(1_500);
      expect(serverTime()).toBe(Date.parse(now) + 1_500);
    },
  );

  describe('after the machine’s clock and the steady one went apart by an hour', () => {
    const HOUR_MS = 3_600_000;
    const now = Date.parse('2025-11-20T18:05:00Z');
    beforeEach(() => {
      setServerTime('2025-11-20T18:05:00Z');
      vi.setSystemTime(Date.now() + HOUR_MS);
    });

    it('follows the steady one if only that fits a response', () => {
      checkServerTime((time) => time < now + 60_000);
      expect(serverTime()).toBe(now);
    });

    it('stays with the machine’s for a response from a cache, which is some seconds old', () => {
      checkServerTime((time) => time < now + HOUR_MS - 5_000);
      expect(serverTime()).toBe(now + HOUR_MS);
    });
  });
});
