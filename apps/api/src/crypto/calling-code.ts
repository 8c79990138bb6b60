/** The country codes of one and two digits; all others, assigned or spare, have three (ITU-T E.164, list of codes). */
const SHORT_COUNTRY_CODES = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/**
 * The country code of a number.
 * @param phone E.164, with its plus
 */
export const callingCodeOf = (phone: string): string => {
  const digits = phone.slice(1);
  const short = [digits.slice(0, 1), digits.slice(0, 2)].find((code) => SHORT_COUNTRY_CODES.has(code));
  return short ?? digits.slice(0, 3);
};
