import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverTime, setServerTime } from './server-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-11-20T18:00:00Z') });
});
afterEach(() => {
  setServerTime(new Date().toISOString());
  vi.useRealTimers();
});

describe('the server’s clock', () => {
  it.each(['2025-11-20T18:05:00.000Z', '2025-11-20T17:55:00.000Z'])(
    'continues from the time in the page: %s',
    (now) => {
      setServerTime(now);
      expect(serverTime()).toBe(Date.parse(now));
      vi.advanceTimersByTime(1_500);
      expect(serverTime()).toBe(Date.parse(now) + 1_500);
    },
  );
});
