// Whether a server's write-ahead log continues what was received and stored. After a restore to an earlier time, or a failover, its
// timeline left the one before at an earlier position. An older copy of a database has less log than was stored.
import { BackupError } from './errors.ts';
import { onServer } from './server.ts';
import { formatLsn, type Position, parseLsn } from './wal.ts';

/** The write-ahead log of a server. */
export type Lineage = {
  standby: boolean;
  /** The end of the log on the server's disk. */
  end: Position;
  /** The earlier timelines of the log, and where each was left. */
  left: readonly Position[];
};

/** Parses the history of a timeline, a file of PostgreSQL. */
export const parseHistory = (text: string): Position[] =>
  [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gim)].map(([, timeline, lsn]) => ({
    timeline: Number(timeline),
    lsn: parseLsn(lsn ?? ''),
  }));

/** Reads the lineage of the log, over a connection for replication. */
export const readLineage = (databaseUrl: string, standby: boolean): Promise<Lineage> => {
  const url = new URL(databaseUrl);
  url.searchParams.set('replication', 'true');
  return onServer(url.href, async (client) => {
    const { rows } = await client.query<{ timeline: number | string; xlogpos: string }>('IDENTIFY_SYSTEM');
    const [found] = rows;
    if (!found) throw new BackupError('The database does not say where its write-ahead log ends.');
    // A number in PostgreSQL 15, and from 16 on an int8, which pg reads as text.
    const timeline = Number(found.timeline);
    // The first timeline has no history.
    const histories =
      timeline > 1 ? (await client.query<{ content: unknown }>(`TIMELINE_HISTORY ${timeline}`)).rows : [];
    const left = histories.flatMap(({ content }) => parseHistory(String(content)));
    return { standby, end: { timeline, lsn: parseLsn(found.xlogpos) }, left };
  });
};

/** Whether the server's log has a position at the start of a segment, or will have it. */
export const leadsThrough = ({ standby, end, left }: Lineage, { timeline, lsn }: Position): boolean => {
  if (timeline === end.timeline) return true;
  // A standby follows its primary to a new timeline after a moment.
  if (timeline > end.timeline) return standby;
  return left.some((before) => before.timeline === timeline && lsn <= before.lsn);
};

/**
 * A backup of an older copy would replace newer log in the store. A standby may be behind.
 * @param stored the end of the log in the store
 * @throws BackupError if the server has less log than that
 */
export const demandNewer = ({ standby, end }: Lineage, stored: Position): void => {
  const isOlder = end.timeline < stored.timeline || (end.timeline === stored.timeline && end.lsn < stored.lsn);
  if (standby || !isOlder) return;
  const textOf = ({ timeline, lsn }: Position): string => `${formatLsn(lsn)} on timeline ${timeline}`;
  throw new BackupError(
    `This database is an older copy than the one in the store: its log ends at ${textOf(end)}, and the store's at ${textOf(stored)}. It is not backed up, because that would replace newer log. Restore the newest backup, or give this database a place of its own with BACKUP_STORE.`,
  );
};
