import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './errors.ts';
import type { Trust } from './signed.ts';
import type { Store } from './store.ts';
import {
  formatLsn,
  type Lsn,
  parseWalName,
  SEGMENT_BYTES,
  type SegmentFile,
  segmentFile,
  type WalFile,
} from './wal.ts';
import { openWal, readSealedWal } from './wal-store.ts';

/** The signed end of the WAL, and its timeline. */
export type End = { timeline: number; upTo: Lsn };

/** How many of the following segments are prefetched: a recovery requests segments one after the other. */
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
  /** The folder for prefetched segments; undefined to prefetch none. */
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
const isLast = (file: SegmentFile, end: End | undefined): end is End =>
  end !== undefined &&
  file.timeline === end.timeline &&
  file.segment * SEGMENT_BYTES < end.upTo &&
  (file.segment + 1n) * SEGMENT_BYTES >= end.upTo;

/**
 * Prefetches the segments after one, up to the first that fails. PostgreSQL requests the missing ones by name later.
 */
const fetchAhead = async (wanted: Wanted, after: SegmentFile): Promise<void> => {
  const { aheadDir } = wanted;
  if (aheadDir === undefined) return;
  await mkdir(aheadDir, { recursive: true, mode: 0o700 });
  const next = Array.from({ length: PREFETCHED }, (_, index) => after.segment + BigInt(index + 1));
  const fetchOne = async (): Promise<void> => {
    for (let segment = next.shift(); segment !== undefined; segment = next.shift()) {
      const file = segmentFile(after.timeline, segment);
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
 * Fetches a WAL file for a recovery. If the store has only a part of the segment, fetches that part.
 * @returns whether the store has the file
 */
export const fetchWal = async (wanted: Wanted): Promise<boolean> => {
  const { name, path, end } = wanted;
  const file = parseWalName(name);
  if (!file || file.kind === 'partial') return false;
  let bytes = await read(wanted, file);
  if (bytes && file.kind === 'segment') await fetchAhead(wanted, file);
  if (!bytes && file.kind === 'segment') {
    bytes = await read(wanted, segmentFile(file.timeline, file.segment, 'partial'));
    // The segment was completed between the two reads.
    bytes ??= await read(wanted, file);
    if (!bytes && isLast(file, end)) throw new BackupError(`${name} was signed to be in the store, and is not there.`);
  }
  if (!bytes) return false;
  await rm(path, { force: true });
  await put(path, bytes);
  return true;
};
