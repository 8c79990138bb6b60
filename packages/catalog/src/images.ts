import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import { checkBitmap } from './check-bitmap.ts';
import { checkSvg } from './check-svg.ts';
import type { EditionFiles } from './edition-files.ts';
import { ofFile, type Problem, type Violation, violation } from './problem.ts';
import { decodeUtf8 } from './yaml-source.ts';

/** A logo or a picture, served as immutable under a public name that contains its content hash. */
export interface ImageFile {
  /** The name in the edition's `logos/` or `pictures/`, like `orbit-crew.svg`. */
  readonly file: string;
  readonly body: Buffer;
  /** The name under /api/edition/logos/ or /api/edition/pictures/, like `orbit-crew.3fa9c1d2e4b5a697.svg`. */
  readonly publicName: string;
  readonly contentType: string;
  /** The first 16 hexadecimal characters of the content's SHA-256. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** The folders of an edition that contain images. */
export type ImageFolder = 'logos' | 'pictures';

/** A valid name of an image file: no path, and an extension of an image format. */
export const IMAGE_FILE = /^[a-z0-9][a-z0-9_.-]*\.(svg|png|webp|avif|jpe?g)$/i;

/** The keys that name an image, and its folder. */
const FOLDERS: Readonly<Record<PropertyKey, ImageFolder>> = { logo: 'logos', file: 'pictures' };

/**
 * Where the content of a file names an image: every `logo`, and the `file` of every picture.
 * @param seen groups that were looked at: an alias of YAML can contain itself
 */
export const imagesIn = (
  value: unknown,
  path: readonly PropertyKey[] = [],
  seen: Set<object> = new Set(),
): { folder: ImageFolder; name: string; path: readonly PropertyKey[] }[] => {
  if (typeof value === 'object' && value !== null) {
    if (seen.has(value)) return [];
    seen.add(value);
    return Object.entries(value).flatMap(([key, part]) =>
      imagesIn(part, [...path, Array.isArray(value) ? Number(key) : key], seen),
    );
  }
  const folder = FOLDERS[path.at(-1) ?? ''];
  return folder && typeof value === 'string' && IMAGE_FILE.test(value) ? [{ folder, name: value, path }] : [];
};

const SVG_MAX_BYTES = 64 * 1024;
const IMAGE_MAX_BYTES = 512 * 1024;

/** A rule that an image breaks, and where in an SVG. */
type ImageFault = Violation & Partial<Pick<Problem, 'line' | 'column'>>;

interface Format {
  readonly contentType: string;
  readonly maxBytes: number;
  /** What is wrong with the content; undefined if browsers draw it. */
  check(bytes: Buffer): Promise<readonly ImageFault[]>;
}

const checkText = async (bytes: Buffer): Promise<readonly ImageFault[]> => {
  try {
    return checkSvg(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof TypeError) return [violation('utf8')];
    throw error;
  }
};

const bitmap = (contentType: string): Format => ({
  contentType,
  maxBytes: IMAGE_MAX_BYTES,
  check: async (bytes) => {
    const fault = await checkBitmap(bytes, contentType);
    return fault ? [fault] : [];
  },
});
const jpeg = bitmap('image/jpeg');

const FORMATS: Readonly<Record<string, Format>> = {
  '.svg': { contentType: 'image/svg+xml', maxBytes: SVG_MAX_BYTES, check: checkText },
  '.png': bitmap('image/png'),
  '.webp': bitmap('image/webp'),
  '.avif': bitmap('image/avif'),
  '.jpg': jpeg,
  '.jpeg': jpeg,
};

/** The content type of an image file by its name, if it is one of an edition. */
export const imageTypeOf = (file: string): string | undefined => FORMATS[parse(file).ext.toLowerCase()]?.contentType;

/**
 * Reads a logo or a picture of an edition. Returns undefined for a missing file (the caller knows the line that names it),
 * and problems for a file of the wrong format or size, one that browsers do not draw, or an SVG with more than a drawing.
 * @param published whether it was published before: it was checked then, and the server decodes no pictures
 */
export const readImage = async (
  files: EditionFiles,
  folder: ImageFolder,
  name: string,
  published = false,
): Promise<ImageFile | readonly Problem[] | undefined> => {
  const file = `${folder}/${name}`;
  const problem = (rule: Violation): readonly Problem[] => [ofFile(file, rule)];
  const { name: stem, ext } = parse(name);
  const format = FORMATS[ext.toLowerCase()];
  if (format === undefined) return undefined;
  const bytes = await files.read(file);
  if (bytes === undefined) return undefined;
  if (bytes.length > format.maxBytes) return problem(violation('large', { size: `${format.maxBytes / 1024} KB` }));
  const faults = published ? [] : await format.check(bytes);
  if (faults.length > 0) return faults.map((fault) => ({ ...ofFile(file, fault), ...fault }));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const publicName = `${stem}.${hash}${ext.toLowerCase()}`;
  return { file: name, body: bytes, publicName, contentType: format.contentType, hash, size: bytes.length };
};
