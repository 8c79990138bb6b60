/** The longest name that is used in a greeting. */
const MAX = 60;

/** Invisible characters that reorder or hide text (Unicode bidirectional controls, zero-width characters). */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The letters and marks of one script. Names in other scripts are not used in greetings. */
const ONE_SCRIPT = [
  '[\\p{L}&&\\p{Script=Latin}]',
  '[\\p{L}&&\\p{Script=Cyrillic}]',
  '[\\p{L}&&\\p{Script=Greek}]',
  '[\\p{L}&&\\p{Script=Armenian}]',
  '[\\p{L}&&\\p{Script=Georgian}]',
  '[[\\p{L}\\p{M}]&&\\p{Script=Hebrew}]',
  '[[\\p{L}\\p{M}]&&[\\p{Script=Arabic}\\u064b-\\u0655]]',
  '[[\\p{L}\\p{M}]&&\\p{Script=Devanagari}]',
  '[[\\p{L}\\p{M}]&&\\p{Script=Thai}]',
  '[\\p{L}&&\\p{Script=Hangul}]',
  '[\\p{L}&&[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc]]',
];

/** Words of one script, with apostrophes and hyphens, and no other visible characters. */
const NAME = new RegExp(
  `^(?:${ONE_SCRIPT.map((letters) => `(?:${letters}|[ \\-\\u2010'\\u2019\\u02bc])+`).join('|')})$`,
  'v',
);

/** Letters of these scripts that look like a dot, a bar, an exclamation mark or a slash. */
const LOOKS_LIKE_SIGN = /[\u01c0-\u01c3\ua78f\u30ce\u30fd\u30fe\u3033-\u3035\u4e36\u4e3f]/u;

const isPlain = (name: string): boolean => NAME.test(name) && !LOOKS_LIKE_SIGN.test(name) && /\p{L}/u.test(name);

/**
 * Returns the name for a greeting, or undefined. Anyone can register another person's address with any name, and so send
 * that person an advertisement in our mail. So a name with a digit, a dot, a slash, an "@" or any other sign of any script,
 * as it is or in its compatibility form (NFKC), is not used.
 */
export const greetingName = (name: string): string | undefined => {
  const shown = name.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  return shown.length <= MAX && isPlain(shown) && isPlain(shown.normalize('NFKC')) ? shown : undefined;
};
