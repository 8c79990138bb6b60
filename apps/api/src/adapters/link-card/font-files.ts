import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { graphemesOf } from '@laurel/contracts/graphemes';
import type { Face } from './port.ts';

const { resolve } = createRequire(import.meta.url);

/** A package with a file for each script, or for each part of a large one, and the end of the file names to use. */
type Family = { name: string; ending: string };

const NOTO = ['', '-arabic', '-armenian', '-georgian', '-hebrew', '-jp', '-kr', '-sc', '-thai'];
/** The fonts of scripts that the site's own faces lack. */
const OTHERS: readonly Family[] = [
  ...NOTO.map((script) => ({ name: `@fontsource-variable/noto-sans${script}`, ending: '-wght-normal.woff2' })),
  { name: '@fontsource-variable/noto-emoji', ending: '-wght-normal.woff2' },
];
const OWN: Readonly<Record<Face, Family>> = {
  display: { name: '@fontsource/unbounded', ending: '-600-normal.woff' },
  text: { name: '@fontsource/manrope', ending: '-600-normal.woff' },
};

/** A file of a font, and the code points for which it is. */
export type FontFile = {
  readonly path: string;
  /** Whether it is one of the site's own faces. */
  readonly own: boolean;
  readonly ranges: readonly (readonly [number, number])[];
};

/** Reads CSS ranges of code points, such as `U+0000-00FF,U+0131`. */
const rangesOf = (css: string): FontFile['ranges'] =>
  css.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

const filesOf = ({ name, ending }: Family, own: boolean): FontFile[] => {
  const subsets: Record<string, string> = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8'));
  const short = name.slice(name.indexOf('/') + 1);
  return Object.entries(subsets).map(([subset, css]) => ({
    path: resolve(`${name}/files/${short}-${subset.replace(/[[\]]/g, '')}${ending}`),
    own,
    ranges: rangesOf(css),
  }));
};

let files: Record<Face, readonly FontFile[]> | undefined;

/** The files of a face, in the order in which a character is looked for in them. */
export const fontFiles = (face: Face): readonly FontFile[] => {
  if (files) return files[face];
  // Both faces share these, so that a font is loaded once.
  const others = OTHERS.flatMap((family) => filesOf(family, false));
  files = { display: [...filesOf(OWN.display, true), ...others], text: [...filesOf(OWN.text, true), ...others] };
  return files[face];
};

/** Code points that are not drawn: line breaks, and those that join or vary the ones beside them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** The code points of a character that a font must have to draw it. */
export const pointsOf = (grapheme: string): number[] =>
  Array.from(grapheme.replace(INVISIBLE, ''), (character) => character.codePointAt(0) ?? 0);

/** Whether a file is for all code points of a character. */
export const isFor = ({ ranges }: FontFile, points: readonly number[]): boolean =>
  points.every((point) => ranges.some(([first, last]) => point >= first && point <= last));

/** Whether the images of shared links can show a text. */
export const isDrawable = (text: string): boolean =>
  graphemesOf(text)
    .map(pointsOf)
    .every((points) => fontFiles('text').some((file) => isFor(file, points)));
