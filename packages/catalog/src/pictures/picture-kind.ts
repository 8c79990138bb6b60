import { extname } from 'node:path';
import { brandsOf } from '../check-bitmap.ts';
import { decodeText } from '../tables/encoding.ts';

/** A picture by its content: a bitmap that can be decoded, an SVG with its text, a HEIC, or the name of another kind. */
export type PictureKind =
  | { readonly kind: 'bitmap'; readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'heif' }
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'heic' }
  | { readonly kind: 'other'; readonly name: string };

/** The first bytes of bitmaps that are decoded, in hexadecimal; a dot is any digit. */
const BITMAPS = [
  { format: 'png', start: /^89504e470d0a1a0a/ },
  { format: 'jpeg', start: /^ffd8ff/ },
  { format: 'gif', start: /^47494638/ },
  { format: 'webp', start: /^52494646.{8}57454250/ },
] as const;

/** The first bytes of what people take for pictures. Those of Illustrator are PDF. */
const OTHERS = [
  { name: 'TIFF', start: /^(?:49492a00|4d4d002a)/ },
  { name: 'BMP', start: /^424d/ },
  { name: 'ICO', start: /^00000100/ },
  { name: 'Photoshop', start: /^38425053/ },
  { name: 'PDF', start: /^25504446/ },
  { name: 'EPS', start: /^(?:25215053|c5d0d3c6)/ },
  { name: 'ZIP', start: /^504b0304/ },
  { name: 'GZIP', start: /^1f8b/ },
  { name: 'JPEG XL', start: /^(?:ff0a|0000000c4a584c20)/ },
  { name: 'JPEG 2000', start: /^0000000c6a502020/ },
  { name: 'video', start: /^(?:.{8}66747970|1a45dfa3)/ },
];

const HEIC_BRANDS = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;
const SVG = /<(?:[\w.-]+:)?svg[\s>]/i;
const PAGE = /^\s*<(?:!doctype\s+html|html|head|body)/i;

/** The kind of a picture, whatever its name says. */
export const kindOf = (bytes: Buffer, name: string): PictureKind => {
  const start = bytes.subarray(0, 16).toString('hex');
  const bitmap = BITMAPS.find((each) => each.start.test(start));
  if (bitmap) return { kind: 'bitmap', format: bitmap.format };
  const brands = brandsOf(bytes);
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return { kind: 'bitmap', format: 'heif' };
  if (brands.some((brand) => HEIC_BRANDS.test(brand))) return { kind: 'heic' };
  const other = OTHERS.find((each) => each.start.test(start));
  if (other) return { kind: 'other', name: other.name };
  const text = decodeText(bytes)?.replace(/^\uFEFF+/, '') ?? '';
  if (PAGE.test(text)) return { kind: 'other', name: 'HTML' };
  if (SVG.test(text)) return { kind: 'svg', text };
  return { kind: 'other', name: extname(name).slice(1, 8).toUpperCase() || '?' };
};
