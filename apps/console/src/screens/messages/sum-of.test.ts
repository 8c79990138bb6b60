import { expect, it } from 'vitest';
import { costText } from '../../i18n/cost-text.ts';
import { sumOf } from './sum-of.ts';

const EUR = { currency: 'EUR', micros: 20_900_000 };
const USD = { currency: 'USD', micros: 3_000_000 };

it('sums up what was sent, what failed, and what it cost in each currency', () => {
  const { cost, ...counts } = sumOf([
    { sent: 2, failed: 1, cost: [EUR, USD] },
    { sent: 3, failed: 0, cost: [EUR] },
    { sent: 4, failed: 2, cost: [] },
  ]);
  expect([counts, cost]).toEqual([{ sent: 9, failed: 3 }, [{ ...EUR, micros: 41_800_000 }, USD]]);
  expect(costText(cost, (value, currency) => `${currency} ${value}`)).toBe('EUR 41.8 + USD 3');
});
