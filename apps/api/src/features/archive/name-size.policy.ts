/** The widths for which the style has a class, in units. */
export const NAME_WIDTHS = { least: 5, most: 24 };
/** A unit of width, in em of the display font. */
export const NAME_UNIT = 0.7;
/** The lines that a long name may take, and a bit less than that for the ends of the lines. */
const LINES = 2.4;

const NARROW = /[ijlії.,’'IІЇ1-]/u;
const WIDE = /[mwжмфшщюMWДЖМФШЩЮ]/u;

/** About the width of a word in the display font, in em: its letters differ much, and so do the languages. */
const emOf = (word: string): number =>
  [...word].reduce((sum, letter) => {
    if (NARROW.test(letter)) return sum + 0.3;
    if (WIDE.test(letter)) return sum + 1.2;
    return sum + (/\p{Lu}/u.test(letter) ? 0.9 : 0.74);
  }, 0);

/** The class with which names are as large as they fit: no word is broken, and a long name has few lines. */
export const nameSizeOf = (names: readonly string[]): string => {
  const words = names.flatMap((name) => name.split(/\s+/)).map(emOf);
  const widest = Math.max(...words, ...names.map((name) => emOf(name) / LINES)) / NAME_UNIT;
  return `n${Math.min(NAME_WIDTHS.most, Math.max(NAME_WIDTHS.least, Math.ceil(widest)))}`;
};
