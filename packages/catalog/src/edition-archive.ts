import { buffer } from 'node:stream/consumers';
import type { ARCHIVE_RULES } from '@laurel/contracts/console/calls/edition';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** Limits of an archive. They are checked before any of its files is used. */
export const ARCHIVE_LIMITS = {
  entries: 2_000,
  /** Bytes of all files together, unpacked. */
  unpacked: 50 * 1024 * 1024,
  /** How many times larger a file may be unpacked than packed, from `ratioFrom` bytes on. */
  ratio: 100,
  ratioFrom: 64 * 1024,
} as const;

export type ArchiveRule = (typeof ARCHIVE_RULES)[number];

/** A rejected archive: the broken rule, and the first entry that breaks it. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly rule: ArchiveRule;
  /** The entry's path; empty for the whole archive. */
  readonly entry: string;

  constructor(rule: ArchiveRule, entry: string, cause?: unknown) {
    super(`${entry === '' ? 'the archive' : entry}: ${rule}`, { cause });
    this.rule = rule;
    this.entry = entry;
  }
}

const MAX_NAME = 200;
const NESTED = /\.(zip|7z|rar|gz|tgz|bz2|xz|zst|tar|jar)$/i;
/** The first bytes of archives, in hexadecimal: zip, gzip, 7-Zip, RAR, bzip2, xz and zstd. */
const ARCHIVE_STARTS = ['504b0304', '1f8b', '377abcaf271c', '52617221', '425a68', 'fd377a585a00', '28b52ffd'];
/** Files that operating systems and office programs add to a folder, and hidden files. */
const NOISE = /(^|\/)(__MACOSX|\.[^/]+|Thumbs\.db|desktop\.ini|~\$[^/]+)(\/|$)/i;
/** Documents that people keep in the folder. Most are zip archives themselves; they are not unpacked. */
const DOCUMENT = /\.(xls[bmx]?|ods|numbers|doc[mx]?|odt|pages|ppt[mx]?|odp|key)$/i;

// The type of a file in the upper half of its attributes, as in <sys/stat.h>.
const TYPE_MASK = 0xf000;
const REGULAR = 0x8000;
const DIRECTORY = 0x4000;

const nameOf = (entry: Entry): string =>
  yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);

/** The rule that an entry breaks by its header. */
const brokenRule = (entry: Entry, name: string): ArchiveRule | undefined => {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (name.length > MAX_NAME || /[\p{Cc}]/u.test(name)) return 'name';
  if (/^([a-z]:|\/)/i.test(name)) return 'absolute';
  if (name.split('/').includes('..')) return 'climbs_out';
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY) return 'link';
  if (entry.isEncrypted()) return 'encrypted';
  if (!entry.canDecodeFileData()) return 'method';
  if (NESTED.test(name)) return 'nested';
  if (size > ARCHIVE_LIMITS.ratioFrom && size > packed * ARCHIVE_LIMITS.ratio) return 'ratio';
  return undefined;
};

/** The content of an archive. */
export interface Archive {
  /** Whether it has an edition.yaml: a whole folder. */
  readonly whole: boolean;
  /** Its files by their path: in the folder, if it is whole. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The names of documents, and of files beside the folder. */
  readonly others: readonly string[];
}

const readEntries = async (zip: ZipFile): Promise<{ files: Map<string, Buffer>; documents: string[] }> => {
  const files = new Map<string, Buffer>();
  const documents: string[] = [];
  let unpacked = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    count += 1;
    if (count > ARCHIVE_LIMITS.entries) throw new ArchiveError('entries', '');
    const rule = brokenRule(entry, name);
    if (rule) throw new ArchiveError(rule, name.slice(0, MAX_NAME));
    if (name.endsWith('/') || NOISE.test(name)) continue;
    if (DOCUMENT.test(name)) {
      documents.push(name);
      continue;
    }
    // The header states this size. Reading fails if the content is longer or shorter.
    unpacked += entry.uncompressedSize;
    if (unpacked > ARCHIVE_LIMITS.unpacked) throw new ArchiveError('unpacked', name);
    if (files.has(name)) throw new ArchiveError('twice', name);
    const content = await buffer(await zip.openReadStreamPromise(entry));
    const start = content.subarray(0, 8).toString('hex');
    if (ARCHIVE_STARTS.some((each) => start.startsWith(each))) throw new ArchiveError('nested', name);
    files.set(name, content);
  }
  return { files, documents };
};

/** The files in the folder of the edition.yaml that is nearest to the root, with paths relative to that folder. */
const inFolder = ({ files, documents }: { files: ReadonlyMap<string, Buffer>; documents: string[] }): Archive => {
  const found = [...files.keys()].filter((name) => name === 'edition.yaml' || name.endsWith('/edition.yaml'));
  const [nearest] = found.sort((a, b) => a.split('/').length - b.split('/').length);
  if (nearest === undefined) return { whole: false, files, others: documents };
  const folder = nearest.slice(0, -'edition.yaml'.length);
  const inside = [...files].filter(([name]) => name.startsWith(folder));
  const beside = [...files.keys()].filter((name) => !name.startsWith(folder));
  return {
    whole: true,
    files: new Map(inside.map(([name, content]) => [name.slice(folder.length), content])),
    others: [...documents, ...beside],
  };
};

/**
 * Unpacks an archive in memory: the folder of an edition, or some files of one.
 * @throws ArchiveError if the bytes are no zip archive, or break a rule: too large unpacked, too many entries, paths that
 *   leave the folder, links, encryption, archives inside
 */
export const readEditionArchive = async (bytes: Buffer): Promise<Archive> => {
  let zip: ZipFile;
  try {
    zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  } catch (error) {
    throw new ArchiveError('not_zip', '', error);
  }
  try {
    return inFolder(await readEntries(zip));
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('damaged', '', error);
  } finally {
    zip.close();
  }
};
