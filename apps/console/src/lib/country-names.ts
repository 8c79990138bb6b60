import { CALLING_CODES } from '@laurel/contracts/calling-codes';

/** The calling codes of the world, each with the names of its countries in a language, by the first name. */
export const countryCodes = (locale: string): { code: string; names: readonly string[] }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return CALLING_CODES.map(({ code, countries }) => ({
    code,
    names: countries.map((country) => names.of(country) ?? country),
  })).sort((one, two) => (one.names[0] ?? '').localeCompare(two.names[0] ?? '', locale));
};
