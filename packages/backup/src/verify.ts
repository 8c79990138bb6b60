import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base, ClusterCatalog } from './catalog.ts';
import { type EndAsk, endProblems, reachOf } from './end.ts';
import { BackupError } from './errors.ts';
import { chainFrom } from './policy.ts';
import { runProgram } from './programs.ts';
import { prepareFolder, readArchive, unpackBase } from './restore.ts';
import type { Trust } from './signed.ts';
import type { Store } from './store.ts';
import { formatLsn, SEGMENT_BYTES, type SegmentFile, segmentName } from './wal.ts';
import { openWal, readSealedWal } from './wal-store.ts';

/** The offset of the position in a segment's first page (XLogPageHeaderData), 64 bits, little-endian. */
const POSITION_AT = 8;

/** The problem of a segment's content; undefined if it is valid. */
const segmentProblem = (bytes: Buffer, { segment }: { segment: bigint }): string | undefined => {
  if (BigInt(bytes.length) !== SEGMENT_BYTES) return `has ${bytes.length} bytes instead of ${SEGMENT_BYTES}`;
  const position = bytes.readBigUInt64LE(POSITION_AT);
  return position === segment * SEGMENT_BYTES ? undefined : `holds the log from ${formatLsn(position)} on`;
};

type Ask = {
  store: Store;
  catalog: ClusterCatalog;
  base: Base;
  trust: Trust;
  /** The keys that decrypt the files. Without one only signatures and digests are checked. */
  identities: readonly string[] | undefined;
  scratchDir: string;
  /** Called for each WAL file of the catalog, with 1. */
  advance?: (files: number) => void;
  signal?: AbortSignal | undefined;
} & EndAsk;

/** Runs a check. @returns a list with its problem, or an empty list @throws the signal's reason if that stopped it */
const problemOf = async (check: () => Promise<void>, signal: AbortSignal | undefined): Promise<string[]> => {
  try {
    await check();
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BackupError) return [error.message];
    throw error;
  }
};

const checkBase = async (ask: Omit<Ask, keyof EndAsk>): Promise<string[]> => {
  const { store, base, identities, scratchDir, signal } = ask;
  if (!identities) return problemOf(() => readArchive(store, base, { signal }), signal);
  const folder = mkdtempSync(join(scratchDir, 'verify-'));
  try {
    return await problemOf(async () => {
      await prepareFolder(folder, base);
      await unpackBase(store, base, identities, folder, { signal });
      await runProgram('pg_verifybackup', ['--no-parse-wal', '--quiet', folder], { signal });
    }, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

type LogAsk = Pick<Ask, 'store' | 'catalog' | 'base' | 'trust' | 'identities' | 'advance' | 'signal'>;

/** Reads and checks all WAL after a base. */
export const verifyLog = async ({ store, catalog, base, trust, identities, advance, signal }: LogAsk) => {
  const chain = chainFrom(base, catalog.wal);
  const problems: string[] = [];
  if (!chain.restorable) problems.push('the log does not reach the end of the base backup: it can’t be restored');
  if (chain.gapAt !== undefined) {
    problems.push(`${segmentName(base.timeline, chain.gapAt)} is missing: a restore ends there`);
  }
  const inChain = ({ kind, segment }: SegmentFile): boolean =>
    segment * SEGMENT_BYTES < chain.upTo + (kind === 'partial' ? SEGMENT_BYTES : 0n) &&
    (segment + 1n) * SEGMENT_BYTES > base.startLsn;
  let segments = 0;
  for (const { file } of catalog.wal) {
    signal?.throwIfAborted();
    advance?.(1);
    if (file.kind !== 'history' && !inChain(file)) continue;
    problems.push(
      ...(await problemOf(async () => {
        const sealed = await readSealedWal(store, catalog.cluster, file, trust);
        // The file was completed (and renamed) or removed meanwhile.
        if (!sealed) return;
        segments += 1;
        if (!identities) return;
        const bytes = await openWal(sealed, identities);
        const problem = file.kind === 'history' ? undefined : segmentProblem(bytes, file);
        if (problem !== undefined) throw new BackupError(`${file.name} ${problem}`);
      }, signal)),
    );
  }
  return { chain, segments, problems };
};

/**
 * Reads and checks a base and all WAL after it, including signatures.
 * @throws the signal's reason if that stopped it; nothing decrypted is left then
 */
export const verifyBackup = async (ask: Ask) => {
  const { store, catalog, base, trust, identities } = ask;
  const archive = await checkBase(ask);
  const { chain, segments, problems: found } = await verifyLog(ask);
  // A file that can't be trusted is among the problems already.
  const reach = await reachOf(store, catalog, chain, trust).catch(() => chain.upTo);
  const problems = [...catalog.problems, ...archive, ...found, ...endProblems({ ...ask, reach })];
  return {
    ok: problems.length === 0,
    base: base.id,
    /** Whether the files were decrypted, too, or only their signatures checked. */
    opened: identities !== undefined,
    /** The start and the end of the continuous WAL. */
    from: formatLsn(base.startLsn),
    upTo: formatLsn(chain.upTo),
    /** By the signed head; undefined without one. */
    completeAt: catalog.head?.completeAt,
    /** The number of WAL files that were read, including histories. */
    segments,
    problems,
  };
};

export type Verification = Awaited<ReturnType<typeof verifyBackup>>;
