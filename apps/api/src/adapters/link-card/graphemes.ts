const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters of a text as readers see them: a letter with its marks, a flag, an emoji. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);
