import type { PhoneChannel } from '@laurel/contracts/verification';

/** The messages with codes by a channel to a country that were not refunded, and the numbers that they proved. */
export type CodeTotal = { channel: PhoneChannel; country: string; sent: number; proven: number };

/** What a message costs, in millionths; undefined if no price is known. */
export type PriceOf = (channel: PhoneChannel, country: string) => number | undefined;

/** What messages cost in all. */
export const moneyOf = (totals: readonly CodeTotal[], priceOf: PriceOf): number =>
  totals.reduce((sum, { channel, country, sent }) => sum + sent * (priceOf(channel, country) ?? 0), 0);
