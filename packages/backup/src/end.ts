// Detects that the end of the WAL was cut off, or that the store was reset to an older state.
import type { Base, ClusterCatalog } from './catalog.ts';
import { type Chain, chainFrom } from './policy.ts';
import type { Trust } from './signed.ts';
import { knownHead } from './status.ts';
import type { Store } from './store.ts';
import { formatLsn, type Lsn, type SegmentFile, segmentAt, segmentFile } from './wal.ts';
import { readSealedWal } from './wal-store.ts';

export type EndAsk = {
  /** The number of the last head that this machine wrote for the cluster; undefined if it wrote none. */
  known: number | undefined;
  /** A time until which the organiser knows that backups were made. */
  notBefore: Date | undefined;
  now: Date;
};

/** The greatest age of a head that is trusted without `known` and `notBefore`. */
const FRESH_MS = 15 * 60_000;

/** The exact end of a chain, including the signed part of an incomplete segment. */
export const reachOf = async (
  store: Store,
  { cluster, wal }: Pick<ClusterCatalog, 'cluster' | 'wal'>,
  chain: Chain,
  trust: Trust,
): Promise<Lsn> => {
  let reach = chain.upTo;
  if (!chain.partial) return reach;
  for (const { file } of wal) {
    if (file.kind !== 'partial' || file.segment !== segmentAt(chain.upTo)) continue;
    const readIt = (wanted: SegmentFile) => readSealedWal(store, cluster, wanted, trust);
    // If the segment was completed after the listing, the store has the whole one instead.
    const found = (await readIt(file)) ?? (await readIt(segmentFile(file.timeline, file.segment)));
    if (found?.upTo !== undefined && found.upTo > reach) reach = found.upTo;
  }
  return reach;
};

/**
 * Lists the problems at the end of the WAL, compared with the head.
 * @param ask.reach the end of the WAL in the store
 */
export const endProblems = ({
  catalog: { head, bases },
  trust,
  reach,
  known,
  notBefore,
  now,
}: EndAsk & { catalog: Pick<ClusterCatalog, 'head' | 'bases'>; trust: Trust; reach: Lsn }): string[] => {
  if (!head) {
    const isOld = trust.unsigned && bases.at(-1)?.archiveSha256 === undefined;
    return isOld
      ? []
      : ['there is no head that says how far the backups reach: it was removed, or none was written yet'];
  }
  const problems: string[] = [];
  if (reach < head.upTo) {
    problems.push(
      `the log ends at ${formatLsn(reach)}, but it was signed to be in the store up to ${formatLsn(head.upTo)}: files of the log were removed or replaced`,
    );
  }
  const since = head.completeAt.toISOString();
  if (known !== undefined && head.sequence < known) {
    problems.push(
      `the store was put back to an older state: it ends at ${since} (head ${head.sequence}), and this machine has written more since (head ${known})`,
    );
  }
  if (notBefore && head.completeAt < notBefore) {
    problems.push(`the backups in the store end at ${since}, before --not-before ${notBefore.toISOString()}`);
  }
  const unknown = known === undefined && notBefore === undefined;
  if (unknown && now.getTime() - head.completeAt.getTime() > FRESH_MS) {
    problems.push(
      `the backups in the store end at ${since}. A store that was put back to an older state looks the same. Pass a time up to which backups exist with --not-before: see monitoring or the last drill`,
    );
  }
  return problems;
};

/** Examines the end of the WAL after a base, as a restore must before it begins. @throws BackupError if it can't be trusted */
export const examineEnd = async ({
  store,
  base,
  spoolDir,
  ...ask
}: Pick<EndAsk, 'notBefore' | 'now'> & {
  store: Store;
  catalog: ClusterCatalog;
  base: Base;
  trust: Trust;
  /** The folder with the state of this machine's service. */
  spoolDir: string;
}): Promise<{ reach: Lsn; problems: string[] }> => {
  const { catalog, trust } = ask;
  const reach = await reachOf(store, catalog, chainFrom(base, catalog.wal), trust);
  return { reach, problems: endProblems({ ...ask, reach, known: knownHead(spoolDir, catalog.cluster) }) };
};
