import { graphemesOf } from '@laurel/contracts/graphemes';

/** The width of a text in a size, both in pixels. */
export type Measure = (text: string, size: number) => number;

/** Splits a text where a line may break: at spaces and newlines, but not at no-break spaces. */
export const wordsOf = (text: string): string[] => text.split(/[ \n]+/).filter(Boolean);

/** Wraps text to lines of `width`. A word that is wider than a line is broken. */
export const wrap = (text: string, size: number, width: number, measure: Measure): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of graphemesOf(word)) {
      if (line !== '' && measure(line + character, size) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return line === '' ? lines : [...lines, line];
};

/** The steps of the binary search for the balanced width: enough to find it to less than a pixel. */
const STEPS = 12;

/** Wraps text to as few lines as `wrap`, of about the same length. */
export const balance = (text: string, size: number, width: number, measure: Measure): string[] => {
  const lines = wrap(text, size, width, measure);
  const words = wordsOf(text);
  let narrow = Math.max(0, ...words.map((word) => measure(word, size)));
  if (lines.length < 2 || narrow >= width) return lines;
  let wide = width;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (narrow + wide) / 2;
    if (wrap(text, size, middle, measure).length > lines.length) narrow = middle;
    else wide = middle;
  }
  return wrap(text, size, wide, measure);
};

export type TextBox = { readonly width: number; readonly lines: number; readonly sizes: readonly number[] };

export type FittedText = { readonly size: number; readonly lines: readonly string[] };

/**
 * The largest size at which a text fits without a broken word, in balanced lines. A text that fits in no size is broken
 * and truncated in the smallest one.
 */
export const fitText = (text: string, { width, lines, sizes }: TextBox, measure: Measure): FittedText => {
  const words = wordsOf(text);
  for (const size of sizes) {
    const balanced = balance(text, size, width, measure);
    if (balanced.length <= lines && words.every((word) => measure(word, size) <= width)) {
      return { size, lines: balanced };
    }
  }
  const size = sizes.at(-1) ?? 1;
  const wrapped = wrap(text, size, width, measure);
  if (wrapped.length <= lines) return { size, lines: wrapped };
  const kept = wrapped.slice(0, lines);
  return {
    size,
    lines: [
      ...kept.slice(0, -1),
      `${graphemesOf(kept.at(-1) ?? '')
        .slice(0, -1)
        .join('')
        .trimEnd()}…`,
    ],
  };
};
