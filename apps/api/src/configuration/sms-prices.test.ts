import { expect, it } from 'vitest';
import { moneyOf, priceIn, smsPricesSchema } from './sms-prices.ts';

it('gives the price of a calling code, that of any other, or that of a channel', () => {
  const prices = smsPricesSchema.parse('EUR 380=0.085, 44=0.04 *=0.06 viber=0.02');
  expect(priceIn(prices, 'sms', '380')).toEqual({ micros: 85_000, currency: 'EUR' });
  expect(priceIn(prices, 'sms', '1')).toEqual({ micros: 60_000, currency: 'EUR' });
  expect(priceIn(prices, 'viber', '380')).toEqual({ micros: 20_000, currency: 'EUR' });
  expect(priceIn(prices, 'telegram', '380')).toBeUndefined();
  expect(priceIn(smsPricesSchema.parse('USD 1=0.0079'), 'sms', '380')).toBeUndefined();
  expect(priceIn(undefined, 'sms', '380')).toBeUndefined();
});

it('assumes a list’s prices only where none is given', () => {
  expect(moneyOf({ PHONE_CODE_TOTAL_BUDGET: 2 })).toMatchObject({ currency: 'EUR', budget: 2_000_000 });
  expect(moneyOf({ PHONE_CODE_TOTAL_BUDGET: 2 }).priceOf('sms', '380')).toBe(115_000);
  expect(moneyOf({ SMS_PRICES: smsPricesSchema.parse('EUR 380=0.05') }).priceOf('telegram', '380')).toBeUndefined();
});

it.each([
  '',
  'EUR',
  '380=0.09',
  'EUR 380',
  'EUR 380=-1',
  'euro 380=0.09',
  'EUR 380=0.09 380=0.1',
  'EUR 0=1',
  'EUR fax=1',
])('refuses %j', (text) => {
  expect(smsPricesSchema.safeParse(text).error?.issues[0]?.message).toContain('like "EUR 380=0.085');
});
