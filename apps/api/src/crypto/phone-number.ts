import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Bytes, Fingerprint } from './keyring.ts';

/** Trunk prefixes that people leave in, and those a numbering plan no longer has (Mexico's 1, 01, 044 and 045). */
const TRUNK_PREFIXES = ['0', '1', '8', '01', '06', '044', '045'];

/** The digits after the country code of a geographic or mobile number of Argentina, without the 9 of mobiles. */
const ARGENTINE = /^(?:11|[23]\d)\d{8}$/;
/** A mobile of Brazil as it was written before its ninth digit: an area code, then eight digits from 6 on. */
const BRAZILIAN_BEFORE_NINTH_DIGIT = /^([1-9]\d)([6-9]\d{7})$/;

type Parsed = { countryCode: string; national: string; isValid: boolean };

const parse = (phone: string): Parsed | undefined => {
  const parsed = parsePhoneNumberFromString(phone);
  return (
    parsed && { countryCode: parsed.countryCallingCode, national: parsed.nationalNumber, isValid: parsed.isValid() }
  );
};

/** A number that its plan does not know, without a trunk prefix that makes it so. */
const withoutTrunkPrefix = (parsed: Parsed): Parsed => {
  if (parsed.isValid) return parsed;
  const shortened = TRUNK_PREFIXES.filter((prefix) => parsed.national.startsWith(prefix))
    .map((prefix) => parse(`+${parsed.countryCode}${parsed.national.slice(prefix.length)}`))
    .find((each) => each?.isValid);
  return shortened ?? parsed;
};

/** What two countries add to mobile numbers, and people leave out. */
const withMobileDigit = ({ countryCode, national, isValid }: Parsed): string => {
  if (countryCode === '54' && ARGENTINE.test(national)) return `9${national}`;
  if (countryCode === '55' && !isValid) return national.replace(BRAZILIAN_BEFORE_NINTH_DIGIT, '$19$2');
  return national;
};

/** The same numbers without it: in Argentina it comes first, in Brazil behind the area code, which may begin with 9 itself. */
const withoutMobileDigit = ({ countryCode, national }: Parsed): string => {
  if (countryCode === '54') return national.replace(/^9/, '');
  return countryCode === '55' ? national.replace(/^(\d\d)9(?=\d{8}$)/, '$1') : national;
};

/**
 * The one spelling of a phone number by its country's numbering plan (libphonenumber's metadata): one handset is one
 * number. A number that no plan knows stays as it is.
 * @param phone E.164 as typed, with its plus: it may hold a trunk prefix (+380 050…) or lack a mobile digit (+54 11…)
 */
export const canonicalPhone = (phone: string): string => {
  const parsed = parse(phone);
  if (!parsed) return phone;
  const settled = withoutTrunkPrefix(parsed);
  const canonical = `+${settled.countryCode}${withMobileDigit(settled)}`;
  // The form's own rule for numbers, which the database checks as well.
  return /^\+[1-9]\d{6,14}$/.test(canonical) ? canonical : phone;
};

/**
 * Other spellings of a number in its one spelling. Proofs of earlier releases may be kept under one of these, as
 * fingerprints that can't be turned back into a number.
 */
export const otherSpellings = (canonical: string): string[] => {
  const parsed = parse(canonical);
  if (!parsed) return [];
  const { countryCode, national } = parsed;
  const nationals = new Set(
    [national, withoutMobileDigit(parsed)].flatMap((each) => ['', ...TRUNK_PREFIXES].map((prefix) => prefix + each)),
  );
  return [...nationals]
    .map((each) => `+${countryCode}${each}`)
    .filter((each) => each !== canonical && each.length <= 16 && canonicalPhone(each) === canonical);
};

/** The fingerprints of a number: of its one spelling, by which proofs and claims are kept; of the others; of all. */
export type PhoneFingerprints = { canonical: Bytes; others: Bytes[]; all: Bytes[] };

/** @param phone in its one spelling */
export const phoneFingerprints = (fingerprint: Fingerprint, phone: string): PhoneFingerprints => {
  const canonical = fingerprint('phone', phone);
  const others = otherSpellings(phone).map((each) => fingerprint('phone', each));
  return { canonical, others, all: [canonical, ...others] };
};
