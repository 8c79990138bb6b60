import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { graphemesOf } from '@laurel/contracts/graphemes';
import { renderAsync } from '@resvg/resvg-js';
import type { Bidi } from 'bidi-js';
import { create, type Font } from 'fontkit';
import { type FontFile, fontFiles, isFor, pointsOf } from './font-files.ts';
import type { CardDrawing, Face, Lettering } from './port.ts';

/** The space to add after each character of the site's own faces, in units of the font size. */
const TRACKING: Readonly<Record<Face, number>> = { display: -0.03, text: 0 };
/** The weight of the site's own faces. */
const WEIGHT = 600;
/**
 * How much wider the strokes of a font are for each unit of weight, in thousandths of its size. fontkit 2.0.4 can't vary
 * WOFF2 fonts, so those of other scripts have their default weight, and outlines make up for it.
 */
const BOLDER = 0.14;

const require = createRequire(import.meta.url);
/** The types of bidi-js are those of its ES module, and Node loads the other one. */
const createBidi: () => Bidi = require('bidi-js');
const bidi = createBidi();

const open = async ({ path }: FontFile): Promise<Font> => {
  const font = create(await readFile(path));
  if (!('layout' in font)) throw new Error(`${path} is a collection of fonts`);
  return font;
};

/** The width of the outlines that make a font as bold as the others, in its units. */
const outlineOf = ({ unitsPerEm, variationAxes }: Font): number =>
  ((WEIGHT - (variationAxes.wght?.default ?? WEIGHT)) * BOLDER * unitsPerEm) / 1_000;

/** Parts of a line of one direction, from left to right (UAX #9, rule L2). Levels and indices are those of UTF-16 code units. */
const directionsOf = (line: string): { text: string; rtl: boolean }[] => {
  const embedding = bidi.getEmbeddingLevels(line);
  const parts: { level: number; from: number; to: number }[] = [];
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[index] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) [last.from, last.to] = [Math.min(last.from, index), Math.max(last.to, index)];
    else parts.push({ level, from: index, to: index });
  }
  const mirrored = (text: string): string =>
    Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
  return parts.map(({ level, from, to }) => {
    const [text, rtl] = [line.slice(from, to + 1), level % 2 === 1];
    return { text: rtl ? mirrored(text) : text, rtl };
  });
};

/** The characters of a text that are drawn. */
const visibleIn = (text: string): string[] => graphemesOf(text).filter((each) => pointsOf(each).length > 0);

type Run = { file: FontFile; font: Font; text: string; rtl: boolean };

/** Fonts stay in memory once a text has needed them. */
const openLettering = (): Lettering => {
  const fonts = new Map<FontFile, Font>();

  const drawn = { display: new Map<string, FontFile>(), text: new Map<string, FontFile>() };

  /** Whether a font draws a character: `.notdef`, the box for what it lacks, has the id 0. */
  const draws = (font: Font, grapheme: string, points: readonly number[]): boolean =>
    points.every((point) => font.hasGlyphForCodePoint(point)) &&
    font.layout(grapheme).glyphs.every(({ id }) => id !== 0);

  /** The file with which a character is drawn, of those that are loaded. */
  const fileOf = (grapheme: string, face: Face): FontFile | undefined => {
    const known = drawn[face].get(grapheme);
    if (known) return known;
    const points = pointsOf(grapheme);
    const file = fontFiles(face).find((each) => {
      const font = fonts.get(each);
      return font && isFor(each, points) && draws(font, grapheme, points);
    });
    if (file) drawn[face].set(grapheme, file);
    return file;
  };

  /** Splits a line into runs of one font, from left to right. A character without a font is left out. */
  const runsOf = (line: string, face: Face): Run[] =>
    directionsOf(line.normalize('NFC')).flatMap(({ text, rtl }) => {
      const runs: Run[] = [];
      for (const grapheme of visibleIn(text)) {
        const file = fileOf(grapheme, face);
        const font = file && fonts.get(file);
        if (!font) continue;
        const last = runs.at(-1);
        if (last?.file === file) last.text += grapheme;
        else runs.push({ file, font, text: grapheme, rtl });
      }
      return rtl ? runs.reverse() : runs;
    });

  const layOut = (line: string, face: Face, size: number) => {
    let x = 0;
    const shapes: { path: string; x: number; y: number; scale: number; outline: number }[] = [];
    for (const { file, font, text, rtl } of runsOf(line, face)) {
      const scale = size / font.unitsPerEm;
      const outline = outlineOf(font);
      const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, rtl ? 'rtl' : 'ltr');
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        shapes.push({ path: glyph.path.toSVG(), x: x + xOffset * scale, y: yOffset * scale, scale, outline });
        x += xAdvance * scale + (file.own ? TRACKING[face] * size : 0);
      }
    }
    return { width: x, shapes };
  };

  return {
    load: async (text) => {
      for (const face of ['display', 'text'] as const) {
        for (const grapheme of new Set(visibleIn(text))) {
          if (fileOf(grapheme, face)) continue;
          const points = pointsOf(grapheme);
          for (const file of fontFiles(face).filter((each) => !fonts.has(each) && isFor(each, points))) {
            fonts.set(file, await open(file));
            if (fileOf(grapheme, face)) break;
          }
        }
      }
    },
    covers: (text, face) => visibleIn(text).every((grapheme) => fileOf(grapheme, face)),
    width: (line, face, size) => layOut(line, face, size).width,
    draw: (line, face, x, y, size) =>
      layOut(line, face, size)
        .shapes.map(
          (shape) =>
            `<path transform="translate(${(x + shape.x).toFixed(2)} ${(y - shape.y).toFixed(2)}) scale(${shape.scale} ${-shape.scale})"${shape.outline > 0 ? ` stroke-width="${shape.outline}"` : ''} d="${shape.path}"/>`,
        )
        .join(''),
  };
};

/** Renders an SVG in a thread of the library. */
const toPng = async (svg: string): Promise<Buffer> =>
  (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();

/** Prepares the fonts and the renderer. */
export const openDrawing = (): CardDrawing => ({ lettering: openLettering(), toPng });
