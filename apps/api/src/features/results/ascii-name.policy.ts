import { transliterate } from '@laurel/catalog/tables/latin';

const MAX = 60;

/** A word in Latin. A word in capitals stays in capitals, and an apostrophe in a Cyrillic word is left out. */
const latinOf = (word: string): string => {
  const latin = transliterate(word.replaceAll(/(?<=\p{Script=Cyrillic})['’ʼ](?=\p{Script=Cyrillic})/gu, ''));
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
