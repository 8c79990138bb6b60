import { UPLOAD_MAX_BYTES } from '@laurel/contracts/console/calls/edition';
import type { PICTURE_TYPES, TABLE_TYPES } from '@laurel/contracts/console/calls/editor';
import { TABLE_HEADERS } from '@laurel/contracts/console/table-headers';

/** Why a file is not sent. `print`: a kind for printing, which browsers don't show. */
export type FileRefusal = 'table' | 'oldTable' | 'picture' | 'print' | 'size' | 'empty' | 'many';
type Checked = { readonly file: Blob } | { readonly refusal: FileRefusal };

const TSV = 'text/tab-separated-values';
const TABLES: Readonly<Record<string, (typeof TABLE_TYPES)[number]>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  tsv: TSV,
};
const PICTURES: Readonly<Record<string, (typeof PICTURE_TYPES)[number]>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' },
  ...{ gif: 'image/gif', svg: 'image/svg+xml', heic: 'image/heic', heif: 'image/heif' },
};
const FOR_PRINT = ['tif', 'tiff', 'eps', 'ai', 'psd', 'pdf', 'cdr'];
/** How many pictures are matched at once. */
const MAX_PICTURES = 300;

const acceptOf = (types: object): string =>
  Object.keys(types)
    .map((extension) => `.${extension}`)
    .join();
export const TABLE_ACCEPT = acceptOf(TABLES);
export const PICTURE_ACCEPT = acceptOf(PICTURES);

const extensionOf = ({ name }: { name: string }): string => name.split('.').at(-1)?.toLowerCase() ?? '';

/** The file with a content type, because browsers differ in it. */
const checked = (file: File, type: string | undefined, otherwise: FileRefusal): Checked => {
  if (type === undefined) return { refusal: otherwise };
  if (file.size === 0) return { refusal: 'empty' };
  return file.size > UPLOAD_MAX_BYTES ? { refusal: 'size' } : { file: new Blob([file], { type }) };
};

/** A table as it is sent, or why it is not. */
export const tableOf = (file: File): Checked =>
  checked(file, TABLES[extensionOf(file)], extensionOf(file) === 'xls' ? 'oldTable' : 'table');

const pictureOf = (file: File): Checked =>
  checked(file, PICTURES[extensionOf(file)], FOR_PRINT.includes(extensionOf(file)) ? 'print' : 'picture');

/** Pictures as they are sent, by the names of their files, and why others are not. */
export const sortPictures = (given: readonly File[]) => {
  const files = new Map<string, Blob>();
  const refused = new Map<string, FileRefusal>();
  for (const file of given) {
    const read = pictureOf(file);
    if ('refusal' in read) refused.set(file.name, read.refusal);
    else if (files.size < MAX_PICTURES) files.set(file.name, read.file);
    else refused.set(file.name, 'many');
  }
  return { files, refused };
};

/** The columns of the list of nominees in its order. */
const LISTED = TABLE_HEADERS.en.slice(2);

/**
 * A block of cells that was copied from a spreadsheet, as it is and below the names of the columns of the list; undefined for any
 * other text.
 */
export const pastedBlock = (text: string): { file: Blob; headed: Blob } | undefined => {
  if (!text.includes('\t') || text.trim() === '') return undefined;
  const width = text.split(/\r?\n/, 1).join().split('\t').length;
  const head = Array.from({ length: width }, (_, place) => LISTED[place] ?? '').join('\t');
  const blobOf = (content: string): Blob => new Blob([content], { type: TSV });
  return { file: blobOf(text), headed: blobOf(`${head}\n${text}`) };
};
