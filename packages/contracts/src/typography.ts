const NO_BREAK = '\u00a0';

/** The Ukrainian words of one letter, one or more in a row, and the sign before them. */
const SHORT_WORDS = /(^|[^\p{L}\p{N}’'-])((?:[абвжзійоуяє] )+)/giu;

/**
 * Replaces spaces at which a line must not break: after a Ukrainian word of one letter, and before a dash. No Ukrainian
 * line ends with such a word, and no line starts with a dash.
 */
export const bindShortWords = (text: string): string =>
  text
    .replace(SHORT_WORDS, (_all, before: string, words: string) => before + words.replaceAll(' ', NO_BREAK))
    .replaceAll(' — ', `${NO_BREAK}— `);
