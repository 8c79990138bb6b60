import { expect, it } from 'vitest';
import { followersRange, telegramAge } from './traits.policy.ts';

const pairs = (text: string) => text.split(', ').map((pair) => pair.split(' '));

// Accounts that both sources date, the table's edges, both sides of the gap before 64-bit ids, and the largest id.
const DATED =
  `1 2013, 7679610 2013, 7700000 2014, 63263518 2014, 101260938 2015, 143445125 2015, 148670295 2016, 297621225 2016,
 328594461 2017, 400169472 2017, 616816630 2018, 925078064 2019, 1145856008 2020, 1658586909 2021, 2147483648 2021, 5031711230 2021,
 5045293264 2022, 5859861622 2022, 5869978651 2023, 7000000000 2024, 8099999999 2024, 8100000000 2025, 8579999999 2025,
 8580000000 new, 4503599627370495 new`.replaceAll('\n', '');

it.each(pairs(DATED))('the Telegram id %s is of %s', (id = '', year) => {
  expect([telegramAge(id), telegramAge(Number(id))]).toEqual([year, year]);
});

it.each(pairs('0 0, 1 1-9, 9 1-9, 10 10-99, 99 10-99, 100 100-999, 999 100-999, 1000 1000+'))(
  '%s followers are in the range %s',
  (count, range) => expect(followersRange(Number(count))).toBe(range),
);

it('a number of followers that nobody told is unknown', () => {
  expect([followersRange(undefined), followersRange(null)]).toEqual(['unknown', 'unknown']);
});
