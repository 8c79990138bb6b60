import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const NOON = Date.parse('2026-11-24T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (time: number): string => new Date(time).toUTCString();

describe('the server’s clock', () => {
  it('equals the device’s clock if the answers agree with it, and ignores answers without a valid date', () => {
    const clock = createServerClock();
    clock.note(at(NOON), { sent: NOON + 100, received: NOON + 900 });
    clock.note(null, { sent: NOON, received: NOON });
    clock.note('soon', { sent: NOON, received: NOON });
    expect(clock.at(NOON)).toBe(NOON);
  });

  it('is right to half a second after three answers, although the device’s clock is an hour wrong', () => {
    for (const wrong of [HOUR_MS, -HOUR_MS]) {
      const clock = createServerClock();
      for (const each of [0, 5_300, 10_800]) {
        const time = NOON + each;
        clock.note(at(Math.floor(time / 1_000) * 1_000), { sent: time + wrong - 40, received: time + wrong + 40 });
      }
      expect(Math.abs(clock.at(NOON + wrong) - NOON), String(wrong)).toBeLessThan(500);
    }
  });

  it('is right to a second again with the first answer after the device’s clock was set', () => {
    const clock = createServerClock();
    clock.note(at(NOON), { sent: NOON + HOUR_MS, received: NOON + HOUR_MS });
    clock.note(at(NOON), { sent: NOON, received: NOON + 50 });
    expect(Math.abs(clock.at(NOON) - NOON)).toBeLessThanOrEqual(1_000);
  });
});
