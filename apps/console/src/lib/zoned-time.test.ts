import { describe, expect, it } from 'vitest';
import { fromZoned, toZoned, withOffset } from './zoned-time.ts';

describe('a date and time in a zone', () => {
  it.each([
    ['2026-12-01T18:00:00.000Z', 'Europe/Kyiv', '2026-12-01T20:00'],
    ['2026-07-01T17:30:00.000Z', 'Europe/Kyiv', '2026-07-01T20:30'],
    ['2026-12-01T22:05:00.000Z', 'Europe/Kyiv', '2026-12-02T00:05'],
    ['2026-12-01T18:00:00.000Z', 'UTC', '2026-12-01T18:00'],
    ['2026-12-01T18:15:00.000Z', 'Asia/Kathmandu', '2026-12-02T00:00'],
    ['2026-12-01T03:00:00.000Z', 'America/New_York', '2026-11-30T22:00'],
    ['0020-12-01T18:00:00.000Z', 'UTC', '0020-12-01T18:00'],
  ])('%s in %s is %s, and back', (moment, zone, local) => {
    expect(toZoned(moment, zone)).toBe(local);
    expect(fromZoned(local, zone)).toBe(moment);
  });

  it.each([
    ['2026-12-01T18:00:00.000Z', 'Europe/Kyiv', '2026-12-01T20:00:00+02:00'],
    ['2026-07-01T18:00:00.000Z', 'Europe/Kyiv', '2026-07-01T21:00:00+03:00'],
    ['2026-12-01T18:15:00.000Z', 'Asia/Kathmandu', '2026-12-02T00:00:00+05:45'],
    ['2026-12-01T03:00:00.000Z', 'America/St_Johns', '2026-11-30T23:30:00-03:30'],
    ['2026-12-01T18:00:00.000Z', 'UTC', '2026-12-01T18:00:00+00:00'],
  ])('%s in %s is written with its offset as %s', (moment, zone, written) => {
    expect(withOffset(moment, zone)).toBe(written);
  });

  it('takes the first of the two moments of a time that occurs twice, and moves a skipped time forward', () => {
    // On 25 October 2026 the clocks of Kyiv go back at 04:00, on 29 March forward at 03:00.
    expect(fromZoned('2026-10-25T03:30', 'Europe/Kyiv')).toBe('2026-10-25T00:30:00.000Z');
    expect(fromZoned('2026-10-25T04:30', 'Europe/Kyiv')).toBe('2026-10-25T02:30:00.000Z');
    expect(fromZoned('2026-03-29T03:30', 'Europe/Kyiv')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is undefined for other texts', () => {
    expect(fromZoned('', 'UTC')).toBeUndefined();
    expect(fromZoned('tomorrow', 'UTC')).toBeUndefined();
  });
});
