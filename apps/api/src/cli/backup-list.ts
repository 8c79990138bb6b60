import type { Base, ClusterCatalog } from '@laurel/backup/catalog';
import { type Chain, chainFrom } from '@laurel/backup/policy';
import { formatLsn } from '@laurel/backup/wal';
import type { Command } from 'commander';
import { shownTime } from '../checks/shown-time.ts';
import { readBackups, type TrustOptions, withTrust } from './backup-options.ts';
import { megabytes } from './backup-sizes.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { print, table } from './output.ts';

/** A base backup in the JSON output. */
export const describeBase = (base: Base, chain: Chain) => ({
  id: base.id,
  cluster: base.cluster,
  startedAt: base.startedAt,
  finishedAt: base.finishedAt,
  postgres: base.postgres,
  dataBytes: base.dataBytes,
  storedBytes: base.storedBytes,
  timeline: base.timeline,
  startLsn: formatLsn(base.startLsn),
  endLsn: formatLsn(base.endLsn),
  logUpTo: formatLsn(chain.upTo),
  restorable: chain.restorable,
  complete: chain.gapAt === undefined,
  signed: base.archiveSha256 !== undefined,
});

type Described = ReturnType<typeof describeBase> & {
  /** The latest time that it can be restored to; null if only the WAL position is known. */
  restorableUpTo: Date | null;
};

const describeAll = ({ bases, wal, head }: ClusterCatalog): Described[] =>
  bases.map((base) => {
    const chain = chainFrom(base, wal);
    const isWhole = chain.restorable && chain.gapAt === undefined;
    return { ...describeBase(base, chain), restorableUpTo: isWhole && head ? head.completeAt : null };
  });

/** The latest time that a base can be restored to, as text. */
const upTo = ({ restorable, complete, restorableUpTo, logUpTo }: Described): string => {
  if (!restorable) return 'not restorable: its log is missing';
  if (restorableUpTo) return shownTime(restorableUpTo);
  return complete ? `the end of the log (${logUpTo})` : `position ${logUpTo} of the log, then a hole`;
};

/** `laurel backup list`: lists the store. */
export const registerList = (backup: Command, laurel: Laurel): void => {
  const { output } = laurel;
  withTrust(asJson(backup.command('list')))
    .description('list the base backups, and the times to which they can be restored')
    .action(async (options: Json & TrustOptions) => {
      const { store, clusters } = await readBackups(laurel, options);
      const found = clusters.flatMap(describeAll);
      for (const problem of clusters.flatMap(({ problems }) => problems)) output.problem(`PROBLEM  ${problem}`);
      const unsigned = options.unsigned ? 0 : clusters.reduce((sum, each) => sum + each.unsigned.bases.length, 0);
      if (unsigned > 0) output.problem(`${unsigned} base backups have no signature. To list them: --unsigned.`);
      const rows = found.map((each) => {
        const { id, cluster, storedBytes, finishedAt } = each;
        return [id, cluster, megabytes(storedBytes), shownTime(finishedAt), upTo(each)];
      });
      const none = `There is no base backup in ${store.place}.`;
      const lines = table(['BASE', 'CLUSTER', 'SIZE', 'FROM', 'UP TO'], rows);
      print(output, options.json, found, found.length === 0 ? none : lines);
    });
};
