import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Bytes, Fingerprint } from './keyring.ts';

/** Trunk prefixes, which do not belong into E.164, and prefixes that a plan no longer has (Mexico's 1, 01, 044 and 045). */
const TRUNK_PREFIXES = ['0', '1', '8', '01', '06', '044', '045'];

/** The digits after the country code of a geographic or mobile number of Argentina, without the 9 of mobiles. */
const ARGENTINE = /^(?:11|[23]\d)\d{8}$/;
/** A Brazilian mobile number before the ninth digit: an area code, then eight digits from 6 on. */
const BRAZILIAN_BEFORE_NINTH_DIGIT = /^([1-9]\d)([6-9]\d{7})$/;

type Parsed = { countryCode: string; national: string; isValid: boolean };

const parse = (phone: string): Parsed | undefined => {
  const parsed = parsePhoneNumberFromString(phone);
  return (
    parsed && { countryCode: parsed.countryCallingCode, national: parsed.nationalNumber, isValid: parsed.isValid() }
  );
};

/** A number without the trunk prefix that makes it invalid. */
const withoutTrunkPrefix = (parsed: Parsed): Parsed => {
  if (parsed.isValid) return parsed;
  const shortened = TRUNK_PREFIXES.filter((prefix) => parsed.national.startsWith(prefix))
    .map((prefix) => parse(`+${parsed.countryCode}${parsed.national.slice(prefix.length)}`))
    .find((each) => each?.isValid);
  return shortened ?? parsed;
};

/** The national number with the digit that Argentina and Brazil add to mobile numbers, and that people omit. */
const withMobileDigit = ({ countryCode, national, isValid }: Parsed): string => {
  if (countryCode === '54' && ARGENTINE.test(national)) return `9${national}`;
  if (countryCode === '55' && !isValid) return national.replace(BRAZILIAN_BEFORE_NINTH_DIGIT, '$19$2');
  return national;
};

/** The national number without that digit: in Argentina it comes first, in Brazil after the area code. */
const withoutMobileDigit = ({ countryCode, national }: Parsed): string => {
  if (countryCode === '54') return national.replace(/^9/, '');
  return countryCode === '55' ? national.replace(/^(\d\d)9(?=\d{8}$)/, '$1') : national;
};

/**
 * The canonical form of a phone number by its country's numbering plan (libphonenumber's metadata), so that one handset has
 * one number. A number outside every plan is unchanged.
 * @param phone E.164 as typed, with its plus: it may hold a trunk prefix (+380 050…) or lack a mobile digit (+54 11…)
 */
export const canonicalPhone = (phone: string): string => {
  const parsed = parse(phone);
  if (!parsed) return phone;
  const national = withoutTrunkPrefix(parsed);
  const canonical = `+${national.countryCode}${withMobileDigit(national)}`;
  // The rule of the contract's field and of the database for phone numbers.
  return /^\+[1-9]\d{6,14}$/.test(canonical) ? canonical : phone;
};

/**
 * The other forms of a canonical number. Earlier releases may have stored a verification under one of these, as a fingerprint
 * that can't be reversed.
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

/** The fingerprints of a number: of its canonical form, which is stored; of the other forms; of all. */
export type PhoneFingerprints = { canonical: Bytes; others: Bytes[]; all: Bytes[] };

/** @param phone in its canonical form */
export const phoneFingerprints = (fingerprint: Fingerprint, phone: string): PhoneFingerprints => {
  const canonical = fingerprint('phone', phone);
  const others = otherSpellings(phone).map((each) => fingerprint('phone', each));
  return { canonical, others, all: [canonical, ...others] };
};
