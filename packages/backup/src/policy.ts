// Decisions about backups, without access to a store or a clock.
import type { Base, ClusterCatalog, StoredWal } from './catalog.ts';
import { BackupError } from './errors.ts';
import { type Lsn, SEGMENT_BYTES, segmentAt } from './wal.ts';

/** An archive without a record is kept this long, because it may be in progress. */
const UNFINISHED_MS = 24 * 60 * 60_000;

/** The continuous WAL from a base on. */
export type Chain = {
  /** The end of the last whole segment, or the start of the base if there is none. */
  upTo: Lsn;
  /** Whether the segment that starts there is in the store in part. */
  partial: boolean;
  /** The first missing segment before later ones. */
  gapAt: bigint | undefined;
  /** Whether the base can be restored: the WAL reaches its `endLsn`. */
  restorable: boolean;
};

/** Follows the WAL from a base on, across timelines: a restore starts a new timeline. */
export const chainFrom = (base: Base, wal: readonly StoredWal[]): Chain => {
  const whole = new Set<bigint>();
  const inPart = new Set<bigint>();
  for (const { file } of wal) {
    if (file.kind === 'history' || file.timeline < base.timeline) continue;
    (file.kind === 'segment' ? whole : inPart).add(file.segment);
  }
  let next = segmentAt(base.startLsn);
  while (whole.has(next)) next += 1n;
  const upTo = next * SEGMENT_BYTES;
  const beyond = [...whole, ...inPart].some((segment) => segment > next);
  const partial = inPart.has(next);
  return {
    upTo,
    partial,
    gapAt: beyond ? next : undefined,
    restorable: upTo >= base.endLsn || (partial && upTo + SEGMENT_BYTES >= base.endLsn),
  };
};

/**
 * Chooses the base to restore from: the newest one that was finished by `at` and whose WAL is in the store.
 * @throws BackupError if there is none
 */
export const chooseBase = ({ bases, wal, unsigned }: ClusterCatalog, at?: Date): Base => {
  const finished = bases.filter(({ finishedAt }) => at === undefined || finishedAt <= at);
  const found = finished.findLast((base) => chainFrom(base, wal).restorable);
  if (found) return found;
  const oldest = bases[0];
  const old = unsigned.bases.at(-1);
  if (old && finished.length === 0) {
    throw new BackupError(
      `The base backups here have no signature. The newest was finished at ${old.finishedAt.toISOString()}, before Laurel signed backups, so nothing proves that they are genuine. If you trust the store, restore them with --unsigned.`,
    );
  }
  if (at !== undefined && oldest !== undefined && finished.length === 0) {
    throw new BackupError(
      `The oldest base backup was finished at ${oldest.finishedAt.toISOString()}: nothing older can be restored.`,
    );
  }
  throw new BackupError(
    'There is no base backup whose write-ahead log is in the store. "laurel backup list" shows all.',
  );
};

/**
 * The reason why a new base backup is due; undefined if none is.
 * @param timeline the one on which the new base would start
 */
export const baseIsDue = (
  { bases, wal, unsigned }: Pick<ClusterCatalog, 'bases' | 'wal' | 'unsigned'>,
  { now, everyMs, timeline }: { now: Date; everyMs: number; timeline: number },
): string | undefined => {
  const newest = bases.at(-1);
  if (!newest) return unsigned.bases.length > 0 ? 'none of them is signed' : 'there is none yet';
  // The last base may be on a newer timeline than the given one, which was read when the receiver connected: a
  // standby's restartpoint may have moved to a newer timeline since.
  if (newest.timeline < timeline) return 'the database was restored, or a standby took over, since the last one';
  if (chainFrom(newest, wal).gapAt !== undefined) return 'the write-ahead log has a hole since the last one';
  return now.getTime() - newest.startedAt.getTime() >= everyMs ? 'the last one is old enough' : undefined;
};

/**
 * Lists expired files: those that no restore to a time in the last `keepMs` needs. The newest base and its WAL never
 * expire. Files that are unsigned or not trusted expire once the trusted bases reach back far enough, and never make
 * trusted ones expire. The age of a record that is not trusted is that of its file in the store, not the one that it
 * states.
 */
export const expired = (
  { bases, wal, unsigned, unfinished, distrusted }: ClusterCatalog,
  { now, keepMs }: { now: Date; keepMs: number },
): { bases: Base[]; keys: string[] } => {
  const cutoff = now.getTime() - keepMs;
  // A restore to the cutoff starts from the newest base before it that can be restored (chooseBase).
  const firstKept = Math.max(
    bases.findLastIndex((base) => base.finishedAt.getTime() <= cutoff && chainFrom(base, wal).restorable),
    0,
  );
  const old = bases.slice(0, firstKept);
  const kept = bases.slice(firstKept);
  if (kept.length === 0) return { bases: [], keys: [] };
  const isNeeded = (segment: bigint): boolean => kept.some(({ startLsn }) => segment >= segmentAt(startLsn));
  const suffices = kept.some(({ finishedAt }) => finishedAt.getTime() <= cutoff);
  const oldWal = [
    ...(suffices || unsigned.bases.length + distrusted.length === 0
      ? wal.filter(({ file }) => file.kind !== 'history' && !isNeeded(file.segment))
      : []),
    ...(suffices ? unsigned.wal : []),
  ];
  const abandoned = unfinished.filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > UNFINISHED_MS);
  const forgotten = suffices ? distrusted.filter(({ modifiedAt }) => modifiedAt.getTime() <= cutoff) : [];
  return {
    bases: suffices ? [...unsigned.bases, ...old] : old,
    keys: [...oldWal.map(({ object }) => object.key), ...[...abandoned, ...forgotten].map(({ key }) => key)],
  };
};
