// Firefox has segments since version 125.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** The characters of a text as readers see them: a letter with its marks, a flag, an emoji. */
export const graphemesOf = (text: string): string[] => {
  const composed = text.normalize('NFC');
  return segmenter ? Array.from(segmenter.segment(composed), ({ segment }) => segment) : Array.from(composed);
};
