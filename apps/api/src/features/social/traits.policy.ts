/** A range that is kept of a social account, for the signals of bought votes; the id and the number itself are not. */
export type Trait = { kind: 'telegram_age' | 'instagram_followers'; value: string };

/**
 * The years of Telegram's ids, each with the first id after it, rounded. Telegram publishes no dates, and gives out ids roughly in order:
 * the bounds are read off the dates at which accounts were first seen, in ages.json of github.com/wjclub/telegram-bot-getids (to 2021)
 * and helpers/account-age.js of github.com/LyoSU/LyAdminBot (April 2026). They may be wrong by months; no id is between 2^31 and 5·10^9.
 */
const TELEGRAM_YEARS: readonly (readonly [year: string, until: number])[] = [
  ['2013', 7_700_000],
  ['2014', 82_000_000],
  ['2015', 147_000_000],
  ['2016', 309_000_000],
  ['2017', 500_000_000],
  ['2018', 780_000_000],
  ['2019', 1_000_000_000],
  ['2020', 1_580_000_000],
  ['2021', 5_040_000_000],
  ['2022', 5_860_000_000],
  ['2023', 6_900_000_000],
  ['2024', 8_100_000_000],
  ['2025', 8_580_000_000],
];

/** The year in which a Telegram account was probably made; `new` is after the table's last year. */
export const telegramAge = (id: string | number): string =>
  TELEGRAM_YEARS.find(([, until]) => Number(id) < until)?.[0] ?? 'new';

const FOLLOWERS: readonly (readonly [range: string, most: number])[] = [
  ['0', 0],
  ['1-9', 9],
  ['10-99', 99],
  ['100-999', 999],
];

/** The range of a number of followers; `unknown` if Instagram did not tell it. */
export const followersRange = (count: number | null | undefined): string =>
  count === null || count === undefined ? 'unknown' : (FOLLOWERS.find(([, most]) => count <= most)?.[0] ?? '1000+');
