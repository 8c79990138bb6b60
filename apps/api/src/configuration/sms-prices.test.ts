import { expect, it } from 'vitest';
import { priceIn, smsPricesSchema } from './sms-prices.ts';

it('gives the price of a calling code, or that of any other', () => {
  const prices = smsPricesSchema.parse('EUR 380=0.085, 44=0.04 *=0.06');
  expect(priceIn(prices, '380')).toEqual({ micros: 85_000, currency: 'EUR' });
  expect(priceIn(prices, '1')).toEqual({ micros: 60_000, currency: 'EUR' });
  expect(priceIn(smsPricesSchema.parse('USD 1=0.0079'), '380')).toBeUndefined();
  expect(priceIn(undefined, '380')).toBeUndefined();
});

it.each(['', 'EUR', '380=0.09', 'EUR 380', 'EUR 380=-1', 'euro 380=0.09', 'EUR 380=0.09 380=0.1', 'EUR 0=1'])(
  'refuses %j',
  (text) => {
    expect(smsPricesSchema.safeParse(text).error?.issues[0]?.message).toContain('like "EUR 380=0.085');
  },
);
