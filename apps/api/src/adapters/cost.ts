/** What a provider says that a message cost: in millionths of a currency (ISO 4217). */
export type Cost = { micros: number; currency: string };

const MOST = 1_000_000_000;

/** The cost from a provider's amount and currency; undefined if they are no cost. Twilio's amounts are negative. */
export const costOf = (amount: unknown, currency: unknown): Cost | undefined => {
  const micros = Math.round(Math.abs(Number(amount ?? Number.NaN)) * 1_000_000);
  if (!(micros <= MOST) || typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return undefined;
  return { micros, currency: currency.toUpperCase() };
};
