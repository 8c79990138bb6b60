import { type Violation, violation } from './problem.ts';

/** The most pixels of all frames together: 64 MB in each visitor's browser. */
const MAX_PIXELS = 16_000_000;

const FORMATS: Readonly<Record<string, { readonly format: string; isIn(bytes: Buffer): boolean }>> = {
  'image/png': { format: 'png', isIn: (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' },
  'image/jpeg': { format: 'jpeg', isIn: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  'image/webp': { format: 'webp', isIn: (bytes) => textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP' },
  'image/avif': { format: 'heif', isIn: (bytes) => brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand)) },
};

const textAt = (bytes: Buffer, at: number): string => bytes.subarray(at, at + 4).toString('latin1');

/** The brands of the file type box (ISO/IEC 14496-12): the major one, and those that the file is compatible with. */
export const brandsOf = (bytes: Buffer): string[] => {
  if (bytes.length < 16 || textAt(bytes, 4) !== 'ftyp') return [];
  const box = bytes.subarray(0, Math.min(bytes.readUInt32BE(0), 256));
  return [
    textAt(box, 8),
    ...Array.from({ length: Math.max(0, (box.length - 16) / 4) }, (_, n) => textAt(box, 16 + n * 4)),
  ];
};

/** The decoder knows an AVIF only by its major brand, browsers by any. */
export const withMajorBrand = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, 8), Buffer.from('avif'), bytes.subarray(12)]);

/**
 * Decodes a bitmap, with a limit of pixels.
 * @returns what is wrong with it; undefined if it is a whole picture of that type
 */
export const checkBitmap = async (bytes: Buffer, contentType: string): Promise<Violation | undefined> => {
  const kind = FORMATS[contentType];
  if (!kind?.isIn(bytes)) return violation('kind', { type: contentType });
  // Loaded with the first bitmap: a server whose edition is published saves its memory.
  const { default: sharp } = await import('sharp');
  const content = contentType === 'image/avif' ? withMajorBrand(bytes) : bytes;
  const options = { animated: true, failOn: 'error', sequentialRead: true } as const;
  try {
    // Only the header is read here. The height of an animation is that of all frames.
    const { format, width, height } = await sharp(content, { ...options, limitInputPixels: false }).metadata();
    if (format !== kind.format) return violation('kind', { type: contentType });
    if (width * height > MAX_PIXELS) return violation('pixels', { max: MAX_PIXELS / 1_000_000 });
    await sharp(content, { ...options, limitInputPixels: MAX_PIXELS }).stats();
    return undefined;
  } catch {
    return violation('broken');
  }
};
