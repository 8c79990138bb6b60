// cspell:disable – letters and names in many scripts
/** Ukrainian letters in Latin by the national rules of 2010, and other Cyrillic ones. A pair is what begins a word, and the rest. */
const CYRILLIC: Readonly<Record<string, string | readonly [string, string]>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: ['ye', 'ie'], ж: 'zh', з: 'z', и: 'y', і: 'i' },
  ...{ ї: ['yi', 'i'], й: ['y', 'i'], к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't' },
  ...{ у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ь: '', ю: ['yu', 'iu'], я: ['ya', 'ia'] },
  ...{ ё: ['yo', 'io'], ъ: '', ы: 'y', э: 'e', ў: 'u' },
};
/** Latin letters that are no letter with a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};
const MAX = 60;

/** A small letter in Latin. @param first whether it begins a word */
const letterOf = (letter: string, first: boolean): string | undefined => {
  const known = CYRILLIC[letter] ?? LATIN[letter];
  return typeof known === 'object' ? known[first ? 0 : 1] : known;
};

/** A word in Latin. A word in capitals stays in capitals. */
const latinOf = (word: string): string => {
  const latin = word
    // In Ukrainian зг is zgh, because zh is ж; an apostrophe in a word is left out.
    .replaceAll(/(?<=з)г/gi, 'gh')
    .replaceAll(/(?<=\p{Script=Cyrillic})['’ʼ](?=\p{Script=Cyrillic})/gu, '')
    .replaceAll(/\p{L}/gu, (letter, at: number) => {
      const small = letter.toLowerCase();
      const found = letterOf(small, at === 0);
      if (found === undefined) return letter;
      return small === letter ? found : found.charAt(0).toUpperCase() + found.slice(1);
    });
  return word.length > 1 && word === word.toUpperCase() ? latin.toUpperCase() : latin;
};

/**
 * A name as a part of the name of a file on any system: ASCII letters, digits and a few marks. Cyrillic is transliterated; letters
 * of other scripts are left out. Empty if nothing is left.
 */
export const asciiName = (name: string): string =>
  name
    .normalize('NFC')
    .split(/(?=\s)|(?<=\s)/)
    .map(latinOf)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/[^\w &'()+,.-]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .slice(0, MAX)
    .replace(/^[ .-]+|[ .-]+$/g, '');
