import { UPLOAD_MAX_BYTES } from '@laurel/contracts/console/calls/edition';
import type { Sharp } from 'sharp';
import { withMajorBrand } from '../check-bitmap.ts';
import { type Violation, violation } from '../problem.ts';
import { latinWords } from '../tables/latin.ts';
import { kindOf } from './picture-kind.ts';
import { bitmapsIn, useOfSvg } from './svg-picture.ts';

/** Where a picture is shown. */
export type PictureUse = 'logo' | 'picture';

/** A picture as visitors get it. */
export interface PreparedPicture {
  /** Its name in `logos/` or `pictures/`. */
  readonly file: string;
  readonly body: Buffer;
  readonly contentType: 'image/png' | 'image/webp' | 'image/svg+xml';
  /** In pixels; undefined for an SVG, which scales. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** What a person should look at. */
  readonly warnings: readonly Violation[];
}

export type Preparation = { readonly picture: PreparedPicture } | { readonly refused: Violation };

type Settings = {
  /** The box that it is scaled into, never up. */
  readonly width: number;
  readonly height: number;
  /** A longer side under this looks blurred. */
  readonly sharpFrom: number;
  /** The qualities, or numbers of colours, that are tried until it has at most `bytes`: every process keeps all pictures in memory. */
  readonly qualities: readonly number[];
  readonly bytes: number;
  /** How it is encoded. */
  readonly format: 'png' | 'webp';
  encode(picture: Sharp, quality: number): Sharp;
};

/**
 * The page shows logos with at most 112 pixels a side, on screens of up to three pixels each, and pictures with 1200 × 675. Logos are
 * PNG with a palette, which share images can draw, too.
 */
const SETTINGS: Readonly<Record<PictureUse, Settings>> = {
  logo: {
    width: 336,
    height: 336,
    sharpFrom: 112,
    qualities: [256, 64, 16],
    bytes: 48 * 1024,
    format: 'png',
    encode: (picture, colours) => picture.png({ palette: true, colours, effort: 7 }),
  },
  picture: {
    width: 1200,
    height: 675,
    sharpFrom: 600,
    qualities: [80, 65, 50],
    bytes: 150 * 1024,
    format: 'webp',
    encode: (picture, quality) => picture.webp({ alphaQuality: 90, quality, effort: 4 }),
  },
};

/** A photo of a phone has up to 50 million pixels; as many bitmaps in memory have 200 MB. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 60;
const DECODING = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true, autoOrient: true } as const;
/** The points of an inch in which an SVG without another unit is measured. */
const SVG_DENSITY = 72;

class RefusedError extends Error {
  readonly rule: Violation;

  constructor(rule: Violation) {
    super(rule.message);
    this.rule = rule;
  }
}

const refuse = (rule: Violation): never => {
  throw new RefusedError(rule);
};

const tooLarge = (): Violation => violation('manyPixels', { max: MAX_PIXELS / 1_000_000 });

/** Loaded with the first picture: a server that prepares none saves its memory. */
const load = async () => (await import('sharp')).default;

/** The size and the frames of a bitmap, by its header. */
const headerOf = async (bytes: Buffer, options: { density?: number } = {}) => {
  const sharp = await load();
  const { format, width, height, pages = 1 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  return { format, width, height, pages };
};

/** Scales and encodes. The same picture gives the same bytes; no metadata is kept, and colours are sRGB. */
const compress = async (picture: Sharp, { width, height, qualities, bytes, encode }: Settings) => {
  // Pixels, so that another quality needs no second decoding.
  const { data, info } = await picture
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sharp = await load();
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const [index, quality] of qualities.entries()) {
    const body = await encode(sharp(data, { raw }), quality).toBuffer();
    if (body.length <= bytes || index === qualities.length - 1)
      return { body, size: { width: info.width, height: info.height } };
  }
  return refuse(violation('broken'));
};

const decodeBitmap = async (content: Buffer, wanted: string): Promise<{ picture: Sharp; warnings: Violation[] }> => {
  const bytes = wanted === 'heif' ? withMajorBrand(content) : content;
  const { format, width, height, pages } = await headerOf(bytes);
  if (format !== wanted) refuse(violation('broken'));
  if (width * height > MAX_PIXELS) refuse(tooLarge());
  const sharp = await load();
  // Refusing animations would make people look for a program that takes a frame out.
  return { picture: sharp(bytes, DECODING), warnings: pages > 1 ? [violation('firstFrame')] : [] };
};

const drawSvg = async (text: string, { width, height }: Settings): Promise<Sharp> => {
  for (const bitmap of bitmapsIn(text)) {
    const inner = await headerOf(bitmap);
    if (inner.width * inner.height > MAX_PIXELS) refuse(tooLarge());
  }
  const bytes = Buffer.from(text);
  const natural = await headerOf(bytes, { density: SVG_DENSITY });
  const scale = Math.min(width / natural.width, height / natural.height);
  const density = Math.min(Math.max(SVG_DENSITY * scale, 1), 10_000);
  const pixels = natural.width * natural.height * (density / SVG_DENSITY) ** 2;
  if (pixels > MAX_PIXELS) refuse(tooLarge());
  const sharp = await load();
  return sharp(bytes, { ...DECODING, density });
};

const fileName = (name: string, extension: string): string => {
  const words = latinWords(name.replace(/^.*[\\/]/, '').replace(/\.\w{2,5}$/, ''));
  return `${words.join('-').slice(0, 80).replace(/-$/, '') || 'picture'}.${extension}`;
};

const prepare = async (bytes: Buffer, name: string, use: PictureUse): Promise<PreparedPicture> => {
  if (bytes.length === 0) refuse(violation('emptyFile'));
  if (bytes.length > UPLOAD_MAX_BYTES) refuse(violation('large', { size: `${UPLOAD_MAX_BYTES / 1024 / 1024} MB` }));
  const settings = SETTINGS[use];
  const { format } = settings;
  const encoded = { file: fileName(name, format), contentType: `image/${format}` } as const;
  const found = kindOf(bytes, name);
  if (found.kind === 'heic') return refuse(violation('heic'));
  if (found.kind === 'other') return refuse(violation('pictureKind', { kind: found.name }));
  if (found.kind === 'bitmap') {
    const { picture, warnings } = await decodeBitmap(bytes, found.format);
    const { body, size } = await compress(picture, settings);
    if (Math.max(size.width, size.height) < settings.sharpFrom) warnings.push(violation('blurred', size));
    return { ...encoded, body, size, warnings };
  }
  const svgUse = useOfSvg(found.text);
  if (typeof svgUse === 'object') return refuse(svgUse.refused);
  if (svgUse === 'keep') {
    const body = Buffer.from(found.text);
    return { file: fileName(name, 'svg'), body, contentType: 'image/svg+xml', size: undefined, warnings: [] };
  }
  const drawn = await compress(await drawSvg(found.text, settings), settings);
  return { ...encoded, ...drawn, warnings: [violation('redrawn')] };
};

/**
 * Makes a picture of what people have: PNG, JPEG, WebP, AVIF, GIF or SVG, known by its content. A bitmap is turned upright, freed of
 * metadata, converted to sRGB, scaled down to what the page shows, and encoded again. Call it in a process of its own.
 */
export const preparePicture = async (bytes: Buffer, name: string, use: PictureUse): Promise<Preparation> => {
  try {
    return { picture: await prepare(bytes, name, use) };
  } catch (error) {
    // Whatever the decoder says, the file is at fault: what it decodes is bytes in memory.
    return { refused: error instanceof RefusedError ? error.rule : violation('broken') };
  }
};
