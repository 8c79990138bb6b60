import { isBlockedRegion } from '@laurel/contracts/blocked-regions';
import { CALLING_CODES, callingCodeIn, callingCodeOfCountry, HOME_COUNTRY } from '@laurel/contracts/calling-codes';

/** The initially chosen country; undefined if the edition blocks its numbers. */
export const homeCountry = (blockedRegions: readonly string[]): string | undefined => {
  const code = callingCodeOfCountry(HOME_COUNTRY)?.code ?? '';
  return isBlockedRegion(code, blockedRegions) ? undefined : HOME_COUNTRY;
};

/** The country that the field shows: the number's, or the chosen one while the number has no calling code. */
export const countryOf = (phone: string, chosen: string | undefined): string | undefined => {
  const digits = phone.replace(/\D/g, '');
  if (!phone.startsWith('+') || digits === '') return chosen;
  const found = callingCodeIn(digits);
  // Several countries share a calling code.
  return found && chosen !== undefined && found.countries.includes(chosen) ? chosen : found?.countries[0];
};

export type Country = {
  /** ISO 3166-1. */
  readonly iso: string;
  readonly code: string;
  /** In the page's language. */
  readonly name: string;
  readonly english: string;
  /** Whether it is the country with the most numbers of its calling code. */
  readonly first: boolean;
};

/** Lower case, without accents and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();

/** All countries except those whose numbers the edition blocks, sorted by name. */
export const countriesIn = (language: string, blockedRegions: readonly string[]): readonly Country[] => {
  const [names, english] = [language, 'en'].map((each) => new Intl.DisplayNames([each], { type: 'region' }));
  const { compare } = new Intl.Collator(language);
  return CALLING_CODES.filter(({ code }) => !isBlockedRegion(code, blockedRegions))
    .flatMap(({ code, countries }) =>
      countries.map((iso, place) => ({
        iso,
        code,
        name: names?.of(iso) ?? iso,
        english: english?.of(iso) ?? iso,
        first: place === 0,
      })),
    )
    .sort((one, other) => compare(one.name, other.name));
};

/**
 * How a country matches: 0 at the beginning of its name, or by its whole calling code; 1 at the beginning of a later
 * word, or by a shared or longer code; undefined if it does not match.
 */
const rank = ({ iso, code, name, english, first }: Country, query: string): number | undefined => {
  if (/^\d+$/.test(query)) {
    if (!code.startsWith(query)) return undefined;
    return code === query && first ? 0 : 1;
  }
  const texts = [name, english].map(plain);
  if (iso.toLowerCase() === query || texts.some((text) => text.startsWith(query))) return 0;
  return texts.some((text) => text.includes(` ${query}`)) ? 1 : undefined;
};

/** The countries that match a part of a name in the page's language or in English, an ISO code or a calling code. */
export const searchCountries = (countries: readonly Country[], text: string): readonly Country[] => {
  const query = plain(text);
  if (query === '') return countries;
  const found = countries.map((country) => ({ country, rank: rank(country, query) }));
  return [0, 1].flatMap((wanted) => found.filter((each) => each.rank === wanted).map(({ country }) => country));
};

/** The name of a country in a language. */
export const countryName = (iso: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(iso) ?? iso;
