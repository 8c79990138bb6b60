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

/** Writes a text in small Latin letters, where its script is Latin or Cyrillic. */
const inLatin = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replaceAll('зг', 'zgh')
    .replaceAll('&', ' and ')
    .replace(/(?<!\p{L})[єїйюяё]/gu, (letter) => INITIALS.get(letter) ?? letter)
    .replace(/\p{L}/gu, (letter) => LETTERS.get(letter) ?? letter)
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
