import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Colour = { readonly r: number; readonly g: number; readonly b: number; readonly alpha?: number };

/** A picture of one colour. */
export const plain = (width: number, height: number, background: Colour | string = '#417'): Sharp =>
  sharp({ create: { width, height, channels: typeof background === 'object' ? 4 : 3, background } });

/** A picture that no format makes small; always the same. */
export const noise = (width: number, height: number): Sharp => {
  let state = 1;
  const bytes = Buffer.from(
    Array.from({ length: width * height * 3 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 255;
    }),
  );
  return sharp(bytes, { raw: { width, height, channels: 3 } });
};

/** Red at the left and blue at the right. */
export const halves = (width: number, height: number): Sharp =>
  plain(width, height, '#00f').composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#f00' } }, left: 0, top: 0 },
  ]);

/** The frames of an animation, each of another grey. */
export const frames = (count: number, size: number): Sharp =>
  sharp(Buffer.concat(Array.from({ length: count }, (_, n) => Buffer.alloc(size * size * 3, n * 50))), {
    raw: { width: size, height: size * count, channels: 3, pageHeight: size },
  });

/** A PNG with another size in its header (PNG, section 11.2.1). */
export const resizedPng = (png: Buffer, size: number): Buffer => {
  const resized = Buffer.from(png);
  resized.writeUInt32BE(size, 16);
  resized.writeUInt32BE(size, 20);
  resized.writeUInt32BE(crc32(resized.subarray(12, 29)), 29);
  return resized;
};

/** An SVG of 200 × 100 with some content. */
export const svg = (content: string, attributes = 'viewBox="0 0 200 100"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
