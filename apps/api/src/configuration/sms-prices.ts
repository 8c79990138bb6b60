import { PHONE_CHANNELS, type PhoneChannel } from '@laurel/contracts/verification';
import { z } from 'zod';

/** What a message costs, in millionths of a currency: an SMS by calling code, `*` for any other; by another channel everywhere. */
export type SmsPrices = { readonly currency: string; readonly micros: ReadonlyMap<string, number> };

const RULE =
  'must be a currency and prices by calling code or channel, like "EUR 380=0.085 44=0.04 *=0.06 telegram=0.01"';
const ENTRY = new RegExp(`^([1-9]\\d{0,3}|\\*|${PHONE_CHANNELS.join('|')})=(\\d{1,3}(?:\\.\\d{1,6})?)$`);

/** SMS_PRICES. */
export const smsPricesSchema = z.string().transform((text, context): SmsPrices => {
  const [currency = '', ...entries] = text.trim().split(/[\s,]+/);
  const micros = new Map<string, number>();
  for (const entry of entries) {
    const [, code, amount] = ENTRY.exec(entry) ?? [];
    if (code === undefined || micros.has(code)) break;
    micros.set(code, Math.round(Number(amount) * 1_000_000));
  }
  if (!/^[A-Z]{3}$/.test(currency) || micros.size === 0 || micros.size !== entries.length) {
    context.addIssue({ code: 'custom', message: RULE });
    return z.NEVER;
  }
  return { currency, micros };
});

/**
 * What is assumed without SMS_PRICES, in euros (a dollar is taken as 0.90). SMS: Tencent Cloud's list of 2022, whose mean is
 * `*`, https://github.com/tencentyun/intlcloud-documents. Telegram: a cent, https://telegram.org/gateway. Read on 2026-11-30.
 * Meta and TurboSMS have no price for everybody.
 */
const LISTED = smsPricesSchema.parse(
  'EUR 380=0.115 48=0.019 49=0.077 44=0.04 1=0.01 34=0.039 353=0.057 32=0.101 65=0.032 *=0.075 telegram=0.01',
);

/** The price of a message by a channel to a calling code; undefined if none is known. */
export const priceIn = (
  prices: SmsPrices | undefined,
  channel: PhoneChannel,
  callingCode: string,
): { micros: number; currency: string } | undefined => {
  const names = channel === 'sms' ? [callingCode, '*', channel] : [channel];
  const micros = names.map((name) => prices?.micros.get(name)).find((price) => price !== undefined);
  return prices && micros !== undefined ? { micros, currency: prices.currency } : undefined;
};

/** What codes cost and may cost in all, in millionths. */
export const moneyOf = ({
  SMS_PRICES: prices = LISTED,
  PHONE_CODE_TOTAL_BUDGET: budget,
}: {
  SMS_PRICES?: SmsPrices | undefined;
  PHONE_CODE_TOTAL_BUDGET?: number | undefined;
}) => ({
  currency: prices.currency,
  budget: budget && budget * 1_000_000,
  priceOf: (channel: PhoneChannel, callingCode: string) => priceIn(prices, channel, callingCode)?.micros,
});
