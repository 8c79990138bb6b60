import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { create, type Font } from 'fontkit';

import type { CardDrawing, Face, Lettering } from './port.ts';

const { resolve } = createRequire(import.meta.url);

/** Each face comes in parts by script; a character is looked for in their order. */
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

/** Letters stand closer in the large face. */
const TRACKING: Readonly<Record<Face, number>> = { display: -0.03, text: 0 };

const open = async (file: string): Promise<Font> => {
  const font = create(await readFile(file));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
};

/** Cuts a line into stretches that one font can draw; what none of them has is left out. */
const stretches = (text: string, fonts: readonly Font[]): { font: Font; text: string }[] => {
  const cut: { font: Font; text: string }[] = [];
  for (const character of text) {
    const font = fonts.find((each) => each.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const last = cut.at(-1);
    if (!font) continue;
    if (last?.font === font) last.text += character;
    else cut.push({ font, text: character });
  }
  return cut;
};

/** Opens the fonts; they stay in memory from then on. */
export const openLettering = async (): Promise<Lettering> => {
  const [display, text] = await Promise.all([Promise.all(FILES.display.map(open)), Promise.all(FILES.text.map(open))]);
  const fonts: Readonly<Record<Face, readonly Font[]>> = { display, text };

  const lay = (line: string, face: Face, size: number) => {
    let x = 0;
    const shapes: { path: string; x: number; scale: number }[] = [];
    for (const { font, text: stretch } of stretches(line, fonts[face])) {
      const scale = size / font.unitsPerEm;
      const run = font.layout(stretch);
      for (const [index, glyph] of run.glyphs.entries()) {
        shapes.push({ path: glyph.path.toSVG(), x, scale });
        x += (run.positions[index]?.xAdvance ?? 0) * scale + TRACKING[face] * size;
      }
    }
    return { width: x, shapes };
  };

  return {
    width: (line, face, size) => lay(line, face, size).width,
    draw: (line, face, x, y, size) =>
      lay(line, face, size)
        .shapes.map(
          (shape) =>
            `<path transform="translate(${(x + shape.x).toFixed(2)} ${y}) scale(${shape.scale} ${-shape.scale})" d="${shape.path}"/>`,
        )
        .join(''),
  };
};

/** Draws an SVG, outside of this process's own thread. */
const toPng = async (svg: string): Promise<Buffer> =>
  (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();

/** Opens the fonts and the renderer. */
export const openDrawing = async (): Promise<CardDrawing> => ({ lettering: await openLettering(), toPng });
