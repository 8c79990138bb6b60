import type { CostTotal } from '@laurel/contracts/console/calls/tonight';

const MICROS = 1_000_000;

/** Amounts in words, each in its currency. */
export const costText = (cost: readonly CostTotal[], money: (value: number, currency: string) => string): string =>
  cost.map(({ currency, micros }) => money(micros / MICROS, currency)).join(' + ');
