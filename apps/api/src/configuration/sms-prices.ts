import { z } from 'zod';

/** What a text message costs, in millionths of a currency, by calling code; `*` is any other. */
export type SmsPrices = { readonly currency: string; readonly micros: ReadonlyMap<string, number> };

const RULE = 'must be a currency and prices by calling code, like "EUR 380=0.085 44=0.04 *=0.06"';

/** SMS_PRICES. */
export const smsPricesSchema = z.string().transform((text, context): SmsPrices => {
  const [currency = '', ...entries] = text.trim().split(/[\s,]+/);
  const micros = new Map<string, number>();
  for (const entry of entries) {
    const [, code, amount] = /^([1-9]\d{0,3}|\*)=(\d{1,3}(?:\.\d{1,6})?)$/.exec(entry) ?? [];
    if (code === undefined || micros.has(code)) break;
    micros.set(code, Math.round(Number(amount) * 1_000_000));
  }
  if (!/^[A-Z]{3}$/.test(currency) || micros.size === 0 || micros.size !== entries.length) {
    context.addIssue({ code: 'custom', message: RULE });
    return z.NEVER;
  }
  return { currency, micros };
});

/** The price of a message to a calling code; undefined if none is given. */
export const priceIn = (
  prices: SmsPrices | undefined,
  callingCode: string,
): { micros: number; currency: string } | undefined => {
  const micros = prices?.micros.get(callingCode) ?? prices?.micros.get('*');
  return prices && micros !== undefined ? { micros, currency: prices.currency } : undefined;
};
