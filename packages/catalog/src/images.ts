import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import { checkSvg } from './check-svg.ts';
import type { ImageFile } from './edition.ts';
import type { EditionFiles } from './edition-files.ts';
import { ofFile, type Problem, type Violation, violation } from './problem.ts';
import { decodeUtf8 } from './yaml-source.ts';

/** The folders of an edition that contain images. */
export type ImageFolder = 'logos' | 'pictures';

/** A valid name of an image file: no path, and an extension of an image format. */
export const IMAGE_FILE = /^[a-z0-9][a-z0-9_.-]*\.(svg|png|webp|avif|jpe?g)$/i;

const SVG_MAX_BYTES = 64 * 1024;
const IMAGE_MAX_BYTES = 512 * 1024;

interface Format {
  readonly contentType: string;
  readonly maxBytes: number;
  /** Whether the content matches the format. */
  readonly matches: (bytes: Buffer) => boolean;
}

const starts = (bytes: Buffer, hex: string): boolean => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
const holds = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

const image = (contentType: string, matches: Format['matches']): Format => ({
  contentType,
  maxBytes: IMAGE_MAX_BYTES,
  matches,
});
const jpeg = image('image/jpeg', (bytes) => starts(bytes, 'ffd8ff'));

const FORMATS: Readonly<Record<string, Format>> = {
  '.svg': { contentType: 'image/svg+xml', maxBytes: SVG_MAX_BYTES, matches: () => true },
  '.png': image('image/png', (bytes) => starts(bytes, '89504e470d0a1a0a')),
  '.webp': image('image/webp', (bytes) => holds(bytes, 0, 'RIFF') && holds(bytes, 8, 'WEBP')),
  '.avif': image('image/avif', (bytes) => holds(bytes, 4, 'ftypavi')),
  '.jpg': jpeg,
  '.jpeg': jpeg,
};

const svgProblems = (file: string, bytes: Buffer): Problem[] => {
  let svg: string;
  try {
    svg = decodeUtf8(bytes);
  } catch {
    return [ofFile(file, violation('utf8'))];
  }
  return checkSvg(svg).map(({ near, ...rule }) => {
    const before = svg.slice(0, Math.max(svg.indexOf(near), 0)).split('\n');
    return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, field: '', ...rule };
  });
};

/**
 * Reads a logo or a picture of an edition. Returns undefined for a missing file (the caller knows the line that names it),
 * and problems for a file of the wrong format or size or an SVG with more than a drawing.
 */
export const readImage = async (
  files: EditionFiles,
  folder: ImageFolder,
  name: string,
): Promise<ImageFile | readonly Problem[] | undefined> => {
  const file = `${folder}/${name}`;
  const problem = (rule: Violation): readonly Problem[] => [ofFile(file, rule)];
  const { name: stem, ext } = parse(name);
  const format = FORMATS[ext.toLowerCase()];
  if (format === undefined) return undefined;
  const bytes = await files.read(file);
  if (bytes === undefined) return undefined;
  if (bytes.length > format.maxBytes) return problem(violation('large', { size: `${format.maxBytes / 1024} KB` }));
  if (!format.matches(bytes)) return problem(violation('kind', { type: format.contentType }));
  const faults = ext.toLowerCase() === '.svg' ? svgProblems(file, bytes) : [];
  if (faults.length > 0) return faults;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const publicName = `${stem}.${hash}${ext.toLowerCase()}`;
  return { file: name, body: bytes, publicName, contentType: format.contentType, hash, size: bytes.length };
};
