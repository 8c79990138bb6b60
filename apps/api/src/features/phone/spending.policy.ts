import type { Spending } from '@laurel/contracts/console/calls/spending';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import type { PhoneChannel } from '@laurel/contracts/verification';
import { DAY_MS } from './policy.ts';

/** The messages with codes by a channel to a country that were not refunded, and the numbers that they proved. */
export type CodeTotal = { channel: PhoneChannel; country: string; sent: number; proven: number };

/** What a message costs, if that is known, and what all may cost; in millionths of the currency, as all amounts here. */
export type Money = {
  currency: string;
  priceOf(channel: PhoneChannel, country: string): number | undefined;
  budget: number | undefined;
};

/** What messages cost in all. */
export const sumOf = (totals: readonly CodeTotal[], { priceOf }: Money): number =>
  totals.reduce((sum, { channel, country, sent }) => sum + sent * (priceOf(channel, country) ?? 0), 0);

/** What messages cost by channel and country. Fewer than five people are not counted. */
export const spentBy = (totals: readonly CodeTotal[], { priceOf }: Money): Spending['totals'] =>
  totals.map(({ channel, country, sent, proven }) => {
    const price = priceOf(channel, country);
    const cost = price === undefined ? null : price * sent;
    return { channel, country, sent, cost, proven: proven < FEW_PEOPLE ? null : proven };
  });

/** The part of the budget that the organisers are told of, percent. The last cents may be less than a message costs. */
export const alarmOf = (spent: number, budget: number): number | undefined =>
  [100, 80, 50].find((percent) => Math.round((spent / budget) * 100) >= percent);

/** The first hour with a message of the edition, and the messages since then and of the last day. */
export type Pace = { since: Date | null; all: number; day: number };

/** What the rest of the vote may cost, with as many messages as on the mean day or as in the last one; null in the first day. */
export const forecastOf = (
  { since, all, day }: Pace,
  price: number,
  closesAt: Date,
  now: Date,
): Spending['forecast'] => {
  const days = since ? (now.getTime() - since.getTime()) / DAY_MS : 0;
  const left = (closesAt.getTime() - now.getTime()) / DAY_MS;
  if (days < 1 || left <= 0) return null;
  const costs = [all / days, day].map((daily) => Math.round(daily * left * price));
  return { low: Math.min(...costs), high: Math.max(...costs) };
};
