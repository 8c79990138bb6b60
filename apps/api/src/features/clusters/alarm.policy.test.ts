import { expect, it } from 'vitest';
import { isAlarming, nightOf } from './alarm.policy.ts';

// Kyiv is two hours ahead of UTC in winter, and three in summer.
it.each([
  ['before the night', '2026-11-30T19:59:59Z', null],
  ['its beginning', '2026-11-30T20:00:00Z', '2026-11-30T20:00:00Z'],
  ['after midnight', '2026-11-30T23:30:00Z', '2026-11-30T20:00:00Z'],
  ['its last second', '2026-12-01T05:59:59Z', '2026-11-30T20:00:00Z'],
  ['the morning', '2026-12-01T06:00:00Z', null],
  ['in summer', '2026-07-01T19:00:00Z', '2026-07-01T19:00:00Z'],
  ['after the clocks went forward', '2026-03-29T03:00:00Z', '2026-03-28T20:00:00Z'],
  ['after the clocks went back', '2026-10-25T04:00:00Z', '2026-10-24T19:00:00Z'],
])('the night of a moment began at ten in the evening: %s', (_, now, began) => {
  expect(nightOf(new Date(now))).toEqual(began === null ? null : new Date(began));
});

it.each([
  [true, { state: 'open', certainty: 'likely', effect: 'none' }],
  [true, { state: 'open', certainty: 'likely', effect: null }],
  [true, { state: 'open', certainty: 'possible', effect: 'winner' }],
  [true, { state: 'open', certainty: 'possible', effect: 'place' }],
  [false, { state: 'open', certainty: 'possible', effect: 'winner', looksHonest: true }],
  [false, { state: 'open', certainty: 'possible', effect: 'none' }],
  [false, { state: 'open', certainty: 'possible', effect: null }],
  [false, { state: 'open', certainty: 'look_closer', effect: 'winner' }],
  [false, { state: 'watched', certainty: 'likely', effect: 'winner' }],
  [false, { state: 'dismissed', certainty: 'likely', effect: 'winner' }],
] as const)('an alarm (%s) is for open clusters that are likely, or possible and change a place: %o', (is, cluster) => {
  expect(isAlarming({ looksHonest: false, ...cluster })).toBe(is);
});
