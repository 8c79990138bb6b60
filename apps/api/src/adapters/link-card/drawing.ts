import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { create, type Font } from 'fontkit';

import type { CardDrawing, Face, Lettering } from './port.ts';

const { resolve } = createRequire(import.meta.url);

/** Each face has several fonts, by script. A character is drawn with the first font that has it. */
const FILES: Readonly<Record<Face, readonly string[]>> = {
  display: [
    resolve('@fontsource/unbounded/files/unbounded-latin-600-normal.woff'),
    resolve('@fontsource/unbounded/files/unbounded-cyrillic-600-normal.woff'),
    resolve('@fontsource/unbounded/files/unbounded-latin-ext-600-normal.woff'),
    resolve('@fontsource/unbounded/files/unbounded-cyrillic-ext-600-normal.woff'),
  ],
  text: [
    resolve('@fontsource/manrope/files/manrope-latin-600-normal.woff'),
    resolve('@fontsource/manrope/files/manrope-cyrillic-600-normal.woff'),
    resolve('@fontsource/manrope/files/manrope-latin-ext-600-normal.woff'),
    resolve('@fontsource/manrope/files/manrope-cyrillic-ext-600-normal.woff'),
  ],
};

/** The space to add after each character, in units of the font size. */
const TRACKING: Readonly<Record<Face, number>> = { display: -0.03, text: 0 };

const open = async (file: string): Promise<Font> => {
  const font = create(await readFile(file));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
};

/** Splits a line into runs of one font. Characters without a font are left out, such as combining marks. */
const runsOf = (text: string, fonts: readonly Font[]): { font: Font; text: string }[] => {
  const runs: { font: Font; text: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const font = fonts.find((each) => each.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (!font) continue;
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
};

/** Loads the fonts, which then stay in memory. */
const openLettering = async (): Promise<Lettering> => {
  const [display, text] = await Promise.all([Promise.all(FILES.display.map(open)), Promise.all(FILES.text.map(open))]);
  const fonts: Readonly<Record<Face, readonly Font[]>> = { display, text };

  const layOut = (line: string, face: Face, size: number) => {
    let x = 0;
    const shapes: { path: string; x: number; scale: number }[] = [];
    for (const { font, text: part } of runsOf(line, fonts[face])) {
      const scale = size / font.unitsPerEm;
      const run = font.layout(part);
      for (const [index, glyph] of run.glyphs.entries()) {
        shapes.push({ path: glyph.path.toSVG(), x, scale });
        x += (run.positions[index]?.xAdvance ?? 0) * scale + TRACKING[face] * size;
      }
    }
    return { width: x, shapes };
  };

  return {
    width: (line, face, size) => layOut(line, face, size).width,
    draw: (line, face, x, y, size) =>
      layOut(line, face, size)
        .shapes.map(
          (shape) =>
            `<path transform="translate(${(x + shape.x).toFixed(2)} ${y}) scale(${shape.scale} ${-shape.scale})" d="${shape.path}"/>`,
        )
        .join(''),
  };
};

/** Renders an SVG in a thread of the library. */
const toPng = async (svg: string): Promise<Buffer> =>
  (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();

/** Loads the fonts and the renderer. */
export const openDrawing = async (): Promise<CardDrawing> => ({ lettering: await openLettering(), toPng });
