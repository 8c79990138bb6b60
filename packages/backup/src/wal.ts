// Positions in the write-ahead log (WAL) and the names of its files, as PostgreSQL writes them
// (src/include/access/xlog_internal.h of PostgreSQL 17).
import { BackupError } from './errors.ts';

/** A position in the WAL, in bytes from its start. */
export type Lsn = bigint;

/** A position on a timeline. */
export type Position = { timeline: number; lsn: Lsn };

/** PostgreSQL's default segment size, and the only one that Laurel supports. The daemon checks it at its start. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_PER_ID = 0x1_0000_0000n / SEGMENT_BYTES;

/** Parses `1A/2B3C4D5E`. @throws BackupError */
export const parseLsn = (text: string): Lsn => {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new BackupError(`"${text}" is no position of a write-ahead log.`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();

const hex8 = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The number of the segment that holds the byte at `lsn`. */
export const segmentAt = (lsn: Lsn): bigint => lsn / SEGMENT_BYTES;

export const segmentName = (timeline: number, segment: bigint): string =>
  hex8(BigInt(timeline)) + hex8(segment / SEGMENTS_PER_ID) + hex8(segment % SEGMENTS_PER_ID);

/** A whole segment, or an incomplete one. */
export type SegmentFile = { kind: 'segment' | 'partial'; name: string; timeline: number; segment: bigint };

/** A WAL file: a segment, or the history of a timeline. */
export type WalFile = SegmentFile | { kind: 'history'; name: string; timeline: number };

export const segmentFile = (timeline: number, segment: bigint, kind: SegmentFile['kind'] = 'segment'): SegmentFile => ({
  kind,
  name: segmentName(timeline, segment) + (kind === 'partial' ? '.partial' : ''),
  timeline,
  segment,
});

/** Parses a file name; undefined for other files. */
export const parseWalName = (name: string): WalFile | undefined => {
  const history = /^([0-9A-F]{8})\.history$/.exec(name);
  if (history?.[1]) return { kind: 'history', name, timeline: Number.parseInt(history[1], 16) };
  const [, tli, id, part, partial] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?$/.exec(name) ?? [];
  if (tli === undefined || id === undefined || part === undefined) return undefined;
  const segment = BigInt(`0x${id}`) * SEGMENTS_PER_ID + BigInt(`0x${part}`);
  return segmentFile(Number.parseInt(tli, 16), segment, partial ? 'partial' : 'segment');
};

/** Files are written in blocks of this size, and some of the last blocks may be missing after a power failure. */
const BLOCK_BYTES = 4_096;
const NO_BLOCK = Buffer.alloc(BLOCK_BYTES);

/**
 * Counts the bytes of an incomplete segment, which pg_receivewal fills up with zeros: `certain` ends at the first block
 * of zeros, because the blocks after it may have been written before it; `most` ends at the last byte that is not zero,
 * because the log itself may contain blocks of zeros.
 */
export const filledBytes = (bytes: Buffer): { certain: number; most: number } => {
  let certain: number | undefined;
  let most = 0;
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    const block = bytes.subarray(from, from + BLOCK_BYTES);
    if (block.equals(NO_BLOCK.subarray(0, block.length))) certain ??= most;
    else most = from + block.findLastIndex((byte) => byte !== 0) + 1;
  }
  return { certain: certain ?? most, most };
};
