/** The cost of a message as its provider reports it, in millionths of a currency unit (ISO 4217). */
export type Cost = { micros: number; currency: string };

/** A larger amount is taken for an error. */
const MAX_MICROS = 1_000_000_000;

/** The cost from a provider's amount and currency; undefined if either is missing or invalid. Twilio's amounts are negative. */
export const costOf = (amount: number | undefined, currency: string | null | undefined): Cost | undefined => {
  const micros = Math.round(Math.abs(amount ?? Number.NaN) * 1_000_000);
  if (!(micros <= MAX_MICROS) || !currency || !/^[A-Za-z]{3}$/.test(currency)) return undefined;
  return { micros, currency: currency.toUpperCase() };
};
