import { expect, it } from 'vitest';
import { alarmOf, type CodeTotal, forecastOf, spentBy, sumOf } from './spending.policy.ts';

const money = {
  ...{ currency: 'EUR', budget: undefined },
  priceOf: (channel: string, country: string) =>
    channel === 'viber' ? undefined : channel === 'telegram' ? 10_000 : country === '380' ? 100_000 : 50_000,
};
const total = (channel: CodeTotal['channel'], country: string, sent: number, proven: number): CodeTotal => ({
  ...{ channel, country, sent, proven },
});

it('what was sent costs, by channel and country, and fewer than five people are not counted', () => {
  const totals = [
    total('telegram', '380', 100, 80),
    total('sms', '48', 40, 4),
    total('sms', '380', 30, 5),
    total('viber', '380', 9, 7),
  ];
  expect(sumOf(totals, money)).toBe(6_000_000);
  expect(spentBy(totals, money)).toEqual([
    { channel: 'telegram', country: '380', sent: 100, cost: 1_000_000, proven: 80 },
    { channel: 'sms', country: '48', sent: 40, cost: 2_000_000, proven: null },
    { channel: 'sms', country: '380', sent: 30, cost: 3_000_000, proven: 5 },
    { channel: 'viber', country: '380', sent: 9, cost: null, proven: 7 },
  ]);
});

it.each([
  [49, undefined],
  [50, 50],
  [79, 50],
  [80, 80],
  [99, 80],
  // No message is cheaper than what is left.
  [99.6, 100],
])('an alarm tells of half, of 80 and of all percent of the budget: %d', (spent, alarm) => {
  expect(alarmOf(spent, 100)).toBe(alarm);
});

it.each([
  ['goes on as on the mean day and as in the last one', 2, 4, { low: 4_000_000, high: 8_000_000 }],
  ['is not made in the first day', 0.9, 4, null],
  ['is not made after the end', 4, 4, null],
])('a forecast %s', (_what, days, closes, forecast) => {
  const since = new Date('2026-12-01T10:00:00Z');
  const at = (day: number): Date => new Date(since.getTime() + day * 24 * 3_600_000);
  expect(forecastOf({ since, all: 400, day: 100 }, 20_000, at(closes), at(days))).toEqual(forecast);
});
