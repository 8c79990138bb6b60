import { callingCodeOfCountry, HOME_COUNTRY } from '@laurel/contracts/calling-codes';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';

/** The stored language of an account. */
export const languageOf = (text: string): Language => LANGUAGES.find((each) => each === text) ?? DEFAULT_LANGUAGE;

/** Masks a phone number so that only its owner recognises it: `+3806*****67`. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'*'.repeat(Math.max(1, phone.length - 7))}${phone.slice(-2)}`;

/** Masks a name so that only people who know it recognise it: `A*** L***`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');

/**
 * The search of an organiser: by an id, by the beginning of an address, a number or the words of a name, or by the name
 * of a social account. A search by words also finds addresses and social accounts.
 */
export type Search =
  | { by: 'id'; id: string }
  | { by: 'email'; prefix: string }
  | { by: 'phone'; prefix: string }
  | { by: 'social'; name: string }
  | { by: 'name'; prefix: string; words: readonly string[] };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^(\+|00)?[\d\s().-]*\d[\d\s().-]*$/;
/** A zero before a number without its country code, as people dial it at home. */
const LOCAL = /^0(?!0)/;
/** The name in the address of a profile. */
const PROFILE = /^(?:https?:\/\/)?(?:www\.)?(?:instagram\.com|t\.me|telegram\.me)\/@?([^/?#]+)/i;
/** Between the words of a name. The index of the words (accounts_find_words) splits them in the same way. */
const BETWEEN_WORDS = /[\s\-–’'ʼ".,]+/u;

/** Recognises whether the text of a search is an id, an address, a phone number or a name. */
export const readSearch = (text: string): Search => {
  const typed = text.trim();
  if (ID.test(typed)) return { by: 'id', id: typed.toLowerCase() };
  const profile = PROFILE.exec(typed)?.[1] ?? (typed.startsWith('@') ? typed.slice(1) : undefined);
  if (profile !== undefined) return { by: 'social', name: profile };
  if (typed.includes('@')) return { by: 'email', prefix: typed.toLowerCase() };
  if (NUMBER.test(typed)) {
    const digits = typed.replace(/\D/g, '');
    const isLocal = LOCAL.test(digits) && !typed.startsWith('+');
    const home = callingCodeOfCountry(HOME_COUNTRY)?.code ?? '';
    return { by: 'phone', prefix: `+${isLocal ? home + digits.slice(1) : digits.replace(/^00/, '')}` };
  }
  const name = typed.toLowerCase();
  return { by: 'name', prefix: name.replace(/\s+/g, ' '), words: name.split(BETWEEN_WORDS).filter(Boolean) };
};
