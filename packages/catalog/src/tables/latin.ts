import { HIDDEN } from '@laurel/contracts/hidden';

const pairs = (text: string): Map<string, string> =>
  new Map(text.split(/\s+/).map((pair) => [pair.charAt(0), pair.slice(1)] as const));

/** The national transliteration of Ukrainian (2010), other letters of Cyrillic by common use, and Latin ones that are no letter with a mark. */
const LETTERS =
  pairs(`аa бb вv гh ґg дd еe єie жzh зz иy іi їi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ь юiu яia
  ёio ыy эe ъ ўu ђdj ѓg ѕdz јj љlj њnj ћc ќk џdz әa ғg қk ңn өo ұu үu һh ßss æae œoe øo đd ðd łl þth ħh ıi ŋn əa`);
/** At the start of a word. */
const INITIALS = pairs('єye їyi йy юyu яya ёyo');
const APOSTROPHES = /['’ʼ`′]/g;
const MARKS = /\p{M}/gu;

const letterIn = (letter: string, isInitial: boolean): string => {
  const small = letter.toLowerCase();
  const latin = (isInitial ? INITIALS.get(small) : undefined) ?? LETTERS.get(small);
  if (latin === undefined) return letter;
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
};

/** Writes the letters of a text in Latin, where its script is Latin or Cyrillic. Marks stay. @param text in a composed form (NFC or NFKC) */
export const transliterate = (text: string): string =>
  text
    // In Ukrainian зг is zgh, because zh is ж.
    .replaceAll(/(?<=з)г/gi, 'gh')
    .replace(/(?<!\p{L})(\p{L})|\p{L}/gu, (letter: string, initial?: string) =>
      letterIn(letter, initial !== undefined),
    );

/** Writes a text in small Latin letters, where its script is Latin or Cyrillic. */
const inLatin = (text: string): string =>
  transliterate(text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, '').replaceAll('&', ' and '))
    .normalize('NFKD')
    .replace(MARKS, '');

/** The words of a text in small Latin letters and digits. */
export const latinWords = (text: string): string[] => inLatin(text).match(/[a-z0-9]+/g) ?? [];

const UNSEEN = new RegExp(`[${HIDDEN}]`, 'gu');

/** Dashes, quotes, brackets and stops. Other signs tell names apart: C and C#. */
const UNHEARD = /[\p{Pd}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Z}\s"'`.,:;!?_…·]+/gu;

/** Equal for names that people would call the same: letter case, quotes, hyphens and spaces don't count. */
export const nameKey = (name: string): string => {
  const folded = name.normalize('NFKC').toLowerCase().replace(UNSEEN, '').trim();
  return folded.replace(UNHEARD, ' ').trim() || folded;
};

const stemOf = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.\w{2,5}$/, '');

/** Equal for names of files that people would call the same, in whatever folder and format. */
export const fileKey = (file: string): string => latinWords(stemOf(file)).join('-') || stemOf(file).toLowerCase();
