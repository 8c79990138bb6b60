import { expect, it } from 'vitest';
import { yearsOf } from '../../testing/years.ts';
import { liveYearOf, sourceOf, switchStateOf, yearAfter } from './years.ts';

it('next year follows all others, and is copied from the newest year that has a version', () => {
  expect([yearAfter(yearsOf()), sourceOf(yearsOf()), liveYearOf(yearsOf())]).toEqual([2028, 2027, 2026]);
  expect(sourceOf(yearsOf({ versions: 0 }))).toBe(2026);
});

it.each([
  ['none', null, null, undefined],
  ['planned', '2026-12-01T10:00:01.000Z', null, undefined],
  // Nothing is wrong while its time has not come: winners may still be announced.
  ['planned', '2026-12-01T10:00:01.000Z', 'open', undefined],
  ['running', '2026-12-01T10:00:00.000Z', null, undefined],
  ['waits', '2026-12-01T10:00:00.000Z', 'log', undefined],
  // The server's clock is ahead, and this page has just asked for the switch.
  ['running', '2026-12-01T11:00:00.000Z', null, 2027],
] as const)('a switch is %s: at %s, refused as %s, asked for %s', (state, switchAt, refused, asked) => {
  const now = Date.parse('2026-12-01T10:00:00.000Z');
  expect(switchStateOf({ year: 2027, switchAt }, { refused, asked, now })).toBe(state);
});
