import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Base, baseArchiveKey } from './catalog.ts';
import { BackupError } from './errors.ts';
import { feedProgram } from './programs.ts';
import { unseal } from './sealed.ts';
import type { Trust } from './signed.ts';
import type { Store } from './store.ts';
import { formatLsn, type Lsn, parseWalName, SEGMENT_BYTES, segmentName, type WalFile } from './wal.ts';
import { openWal, readSealedWal } from './wal-store.ts';

/** Space beyond the data: prefetched WAL, and files that PostgreSQL writes during recovery. */
const EXTRA_BYTES = 3 * 1024 ** 3;

/**
 * Creates the folder if needed, and checks that it is empty and has space for a base.
 * @throws BackupError if it cannot be used; nothing was changed then
 */
export const prepareFolder = async (folder: string, { dataBytes }: Base): Promise<void> => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BackupError(
      `${folder} is not empty. Restore into an empty folder: move its content to another place, and keep that until the restored database works.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  const needed = dataBytes + EXTRA_BYTES;
  if (bavail * bsize < needed) {
    const inGb = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1);
    throw new BackupError(
      `${folder} has ${inGb(bavail * bsize)} GB free, and ${inGb(needed)} GB are needed. Free some, or name a folder on another disk.`,
    );
  }
};

/** Empties a folder after a failed restore. */
export const emptyFolder = (folder: string): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
};

const damaged = (key: string, cause: unknown): BackupError =>
  cause instanceof BackupError
    ? cause
    : new BackupError(`${key} is damaged or cut off. "laurel backup verify" checks the rest.`, { cause });

const readArchive = async (store: Store, base: Base): Promise<{ key: string; sealed: Readable }> => {
  const key = baseArchiveKey(base.cluster, base.id);
  const sealed = await store.get(key);
  if (!sealed) throw new BackupError(`${key} is not in ${store.place} any more.`);
  return { key, sealed };
};

/** @throws BackupError if an archive is not the signed one */
const requireDigest = (key: string, { archiveSha256 }: Base, found: string): void => {
  if (archiveSha256 === undefined || archiveSha256 === found) return;
  throw new BackupError(`${key} is not what was signed: it was changed, cut off or replaced.`);
};

/** Reads the archive of a base and checks its signed digest. @throws BackupError if it differs */
export const checkArchive = async (store: Store, base: Base, signal?: AbortSignal | undefined): Promise<void> => {
  const { key, sealed } = await readArchive(store, base);
  const hash = createHash('sha256');
  const nowhere = new Writable({
    write: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done();
    },
  });
  await pipeline(sealed, nowhere, { signal });
  requireDigest(key, base, hash.digest('hex'));
};

type Unpacking = {
  /** Called with the bytes that were read from the store. */
  advance?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Unpacks a base into an empty folder. Do not use the files before this resolves: the digest is known only at the end.
 * @throws BackupError if the archive is damaged, is not the signed one, or cannot be decrypted; the signal's reason if that
 * stopped it. No program writes to the folder any more then.
 */
export const unpackBase = async (
  store: Store,
  base: Base,
  identities: readonly string[],
  folder: string,
  { advance = () => undefined, signal }: Unpacking = {},
): Promise<void> => {
  const { key, sealed } = await readArchive(store, base);
  chmodSync(folder, 0o700);
  const hash = createHash('sha256');
  const seen = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      advance(chunk.length);
      done(null, chunk);
    },
  });
  // Without data from the store, only the signal ends the reading of the archive's first bytes.
  const whole = pipeline(sealed, seen, { signal });
  whole.catch(() => undefined);
  try {
    await feedProgram('tar', ['-x', '-f', '-', '-C', folder], await unseal(seen, identities), signal);
    seen.resume();
    await whole;
  } catch (error) {
    seen.destroy();
    signal?.throwIfAborted();
    throw damaged(key, error);
  }
  requireDigest(key, base, hash.digest('hex'));
};

/** The signed end of the WAL, and its timeline. */
export type End = { timeline: number; upTo: Lsn };

/** Segments to prefetch, all at once: a recovery requests them one after the other. */
const PREFETCHED = 15;
const AT_ONCE = 4;

type Wanted = {
  store: Store;
  cluster: string;
  identities: readonly string[];
  trust: Trust;
  /** The signed end of the WAL; undefined without a signed head. */
  end: End | undefined;
  /** The file's name (%f of PostgreSQL), and its destination (%p). */
  name: string;
  path: string;
  /** The folder for prefetched segments, if they should be fetched. */
  aheadDir: string | undefined;
};

const put = async (path: string, bytes: Buffer): Promise<void> => {
  await writeFile(`${path}.unfinished`, bytes, { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
};

/** Reads a WAL file; undefined if the store has none. @throws BackupError if it cannot be trusted */
const read = async ({ store, cluster, identities, trust, end }: Wanted, file: WalFile): Promise<Buffer | undefined> => {
  const sealed = await readSealedWal(store, cluster, file, trust);
  if (sealed && file.kind === 'partial' && isLast(file, end) && sealed.upTo !== undefined && sealed.upTo < end.upTo) {
    throw new BackupError(
      `${sealed.key} is an older copy: it ends at ${formatLsn(sealed.upTo)} instead of ${formatLsn(end.upTo)}.`,
    );
  }
  return sealed && openWal(sealed, identities);
};

/** Whether the signed end of the WAL lies in this segment, after its start. */
const isLast = (file: Extract<WalFile, { segment: bigint }>, end: End | undefined): end is End =>
  end !== undefined &&
  file.timeline === end.timeline &&
  file.segment * SEGMENT_BYTES < end.upTo &&
  (file.segment + 1n) * SEGMENT_BYTES >= end.upTo;

/** Prefetches the segments after one. PostgreSQL requests those that fail again by name. */
const fetchAhead = async (wanted: Wanted, after: Extract<WalFile, { segment: bigint }>): Promise<void> => {
  const { aheadDir } = wanted;
  if (aheadDir === undefined) return;
  await mkdir(aheadDir, { recursive: true, mode: 0o700 });
  const next = Array.from({ length: PREFETCHED }, (_, index) => after.segment + BigInt(index + 1));
  const fetchOne = async (): Promise<void> => {
    for (let segment = next.shift(); segment !== undefined; segment = next.shift()) {
      const file = { ...after, segment, name: segmentName(after.timeline, segment) };
      const bytes = await read(wanted, file).catch(() => undefined);
      if (!bytes) {
        next.length = 0;
        return;
      }
      await put(join(aheadDir, file.name), bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOne));
};

/**
 * Fetches a WAL file for a recovery. An incomplete segment is returned in part.
 * @returns whether the store has the file
 */
export const fetchWal = async (wanted: Wanted): Promise<boolean> => {
  const { name, path, end } = wanted;
  const file = parseWalName(name);
  if (!file || file.kind === 'partial') return false;
  let bytes = await read(wanted, file);
  if (bytes && file.kind === 'segment') await fetchAhead(wanted, file);
  if (!bytes && file.kind === 'segment') {
    bytes = await read(wanted, { ...file, kind: 'partial', name: `${name}.partial` });
    // The segment was completed between the two reads.
    bytes ??= await read(wanted, file);
    if (!bytes && isLast(file, end)) throw new BackupError(`${name} was signed to be in the store, and is not there.`);
  }
  if (!bytes) return false;
  await rm(path, { force: true });
  await put(path, bytes);
  return true;
};
