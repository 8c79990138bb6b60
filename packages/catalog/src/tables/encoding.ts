/** Encodings without a mark of their own, the most frequent first. */
const OLD_ENCODINGS = ['windows-1251', 'windows-1252', 'ibm866', 'koi8-u', 'x-mac-cyrillic'];
const BYTE_ORDER_MARKS = [
  { mark: 'efbbbf', encoding: 'utf-8' },
  { mark: 'fffe', encoding: 'utf-16le' },
  { mark: 'feff', encoding: 'utf-16be' },
];
/** How much of a text is looked at to find its encoding. */
const SAMPLE = 64 * 1024;

/** A word as people write it: one script, and capitals at the start or in all of it. */
const CYRILLIC_WORD = /^\p{Lu}?\p{Ll}*$|^\p{Lu}+$/u;
const OTHER_THAN_CYRILLIC = /[^\p{Script=Cyrillic}\p{M}]/u;
const LATIN_WORD = /^\p{Lu}?\p{Ll}+$|^\p{Lu}+$/u;
const OTHER_THAN_LATIN = /[^\p{Script=Latin}\p{M}]/u;
/** What a text of people has instead of letters. */
const ODD = /(?![\t\n\r])[\p{Cc}\u2500-\u259f\ufffd¤¦¬]/gu;

const isLatin = (word: string): boolean =>
  LATIN_WORD.test(word) && !OTHER_THAN_LATIN.test(word) && word.replace(/[^a-z]/gi, '').length * 2 >= word.length;

/** How many letters are in likely words, less those that are not. Words in plain ASCII say nothing. */
const likelihood = (text: string): number => {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => /[^a-z]/i.test(word));
  const letters = words.reduce((sum, word) => {
    const isLikely = (CYRILLIC_WORD.test(word) && !OTHER_THAN_CYRILLIC.test(word)) || isLatin(word);
    return sum + (isLikely ? word.length : -word.length);
  }, 0);
  return letters - 4 * (text.match(ODD)?.length ?? 0);
};

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** UTF-16 without a mark: every second byte of its separators and digits is zero. */
const utf16Of = (sample: Uint8Array): string | undefined => {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 50) return undefined;
  return odd >= even ? 'utf-16le' : 'utf-16be';
};

/**
 * Decodes a text that a spreadsheet saved: UTF-8, UTF-16, or one of the older encodings of Windows, DOS, Unix and the Mac, found
 * by which gives words.
 * @returns undefined if it is no text in a known encoding
 */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => start.startsWith(mark));
  const sample = bytes.subarray(0, SAMPLE);
  const encoding = marked?.encoding ?? utf16Of(sample);
  if (encoding !== undefined) return decoded(bytes, encoding);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined) return utf8;
  const found = OLD_ENCODINGS.map((each) => ({ each, score: likelihood(decoded(sample, each) ?? '\ufffd') }));
  const best = found.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? decoded(bytes, best.each) : undefined;
};
