import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base, ClusterCatalog } from './catalog.ts';
import { BackupError } from './errors.ts';
import { chainFrom } from './policy.ts';
import { runProgram } from './programs.ts';
import { prepareFolder, readWal, unpackBase } from './restore.ts';
import type { Store } from './store.ts';
import { formatLsn, SEGMENT_BYTES, segmentName, type WalFile } from './wal.ts';

/** In a segment's first page: the timeline at octet 4, the position at octet 8 (XLogPageHeaderData), little-endian. */
const POSITION_AT = 8;

/** What is wrong with the content of a segment; undefined where nothing is. */
export const segmentProblem = (octets: Buffer, { segment }: { segment: bigint }): string | undefined => {
  if (BigInt(octets.length) !== SEGMENT_BYTES) return `has ${octets.length} octets instead of ${SEGMENT_BYTES}`;
  const position = octets.readBigUInt64LE(POSITION_AT);
  return position === segment * SEGMENT_BYTES ? undefined : `holds the log from ${formatLsn(position)} on`;
};

export type Verdict = {
  ok: boolean;
  base: string;
  /** The log without a hole, and how much of it was read. */
  from: string;
  upTo: string;
  segments: number;
  problems: string[];
};

type Ask = {
  store: Store;
  catalog: ClusterCatalog;
  base: Base;
  identities: readonly string[];
  /** Where the base is unpacked for as long as it takes. */
  scratchDir: string;
};

const checkBase = async ({ store, base, identities, scratchDir }: Ask): Promise<string[]> => {
  const folder = mkdtempSync(join(scratchDir, 'verify-'));
  try {
    await prepareFolder(folder, base);
    await unpackBase(store, base, identities, folder);
    await runProgram('pg_verifybackup', ['--no-parse-wal', '--quiet', folder]);
    return [];
  } catch (error) {
    if (error instanceof BackupError) return [error.message];
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Reads a base and all the log that follows it, and compares them with what they should be. */
export const verifyBackup = async (ask: Ask): Promise<Verdict> => {
  const { store, catalog, base, identities } = ask;
  const chain = chainFrom(base, catalog.wal);
  const problems = await checkBase(ask);
  if (!chain.restorable) problems.push('the log does not reach the end of the base backup: it can’t be restored');
  if (chain.gapAt !== undefined) {
    problems.push(`${segmentName(base.timeline, chain.gapAt)} is missing: a restore ends there`);
  }
  const inChain = ({ kind, segment }: Extract<WalFile, { segment: bigint }>): boolean =>
    segment * SEGMENT_BYTES < chain.upTo + (kind === 'partial' ? SEGMENT_BYTES : 0n) &&
    (segment + 1n) * SEGMENT_BYTES > base.startLsn;
  let segments = 0;
  for (const { file } of catalog.wal) {
    if (file.kind === 'history' || !inChain(file)) continue;
    const octets = await readWal(store, catalog.cluster, file, identities).catch((error: unknown) => {
      if (error instanceof BackupError) return error.message;
      throw error;
    });
    // One that was completed or removed meanwhile is under another name now, or not needed.
    if (octets === undefined) continue;
    const problem = typeof octets === 'string' ? octets : segmentProblem(octets, file);
    if (problem !== undefined) problems.push(typeof octets === 'string' ? octets : `${file.name} ${problem}`);
    segments += 1;
  }
  const upTo = formatLsn(chain.upTo);
  return { ok: problems.length === 0, base: base.id, from: formatLsn(base.startLsn), upTo, segments, problems };
};
