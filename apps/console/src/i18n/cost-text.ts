import type { CostTotal } from '@laurel/contracts/console/calls/tonight';

const MICROS = 1_000_000;

/** Writes amounts as one text, each in its currency: `€20.90 + $3.00`. */
export const costText = (cost: readonly CostTotal[], money: (value: number, currency: string) => string): string =>
  cost.map(({ currency, micros }) => money(micros / MICROS, currency)).join(' + ');
