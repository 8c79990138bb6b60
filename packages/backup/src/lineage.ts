// Whether a server's write-ahead log continues the log that was received and stored. A restore to an earlier time or a
// failover starts a new timeline, which may leave the previous one before the end of the stored log. An older copy of a
// database has less log than was stored.
import { BackupError, WrongDatabaseError } from './errors.ts';
import { onServer } from './server.ts';
import { formatLsn, type Position, parseLsn } from './wal.ts';

export type Lineage = {
  cluster: string;
  standby: boolean;
  /** The end of the log on the server's disk. */
  end: Position;
  /** The earlier timelines of the log, each with the position at which the next one left it. */
  left: readonly Position[];
};

/** Parses the history file of a timeline, as PostgreSQL writes it. */
export const parseHistory = (text: string): Position[] =>
  [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gim)].map(([, timeline, lsn]) => ({
    timeline: Number(timeline),
    lsn: parseLsn(lsn ?? ''),
  }));

/**
 * Reads the lineage of the log over a replication connection. Only IDENTIFY_SYSTEM returns the timeline that a standby
 * sends: a query on a standby that does not stream returns the timeline of its last restartpoint.
 */
export const readLineage = (databaseUrl: string): Promise<Lineage> => {
  const url = new URL(databaseUrl);
  // A connection that also takes queries.
  url.searchParams.set('replication', 'database');
  return onServer(url.href, async (client) => {
    // First, because a promotion may follow: a primary with the log of a standby would be an older copy.
    const roles = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    const { rows } = await client.query<{ systemid: string; timeline: number | string; xlogpos: string }>(
      'IDENTIFY_SYSTEM',
    );
    const [found] = rows;
    if (!found) throw new BackupError('The database does not say where its write-ahead log ends.');
    // PostgreSQL 15 returns an int4; 16 and later return an int8, which pg reads as text.
    const timeline = Number(found.timeline);
    // The first timeline has no history.
    const histories =
      timeline > 1 ? (await client.query<{ content: unknown }>(`TIMELINE_HISTORY ${timeline}`)).rows : [];
    return {
      cluster: found.systemid,
      standby: roles.rows[0]?.standby ?? false,
      end: { timeline, lsn: parseLsn(found.xlogpos) },
      left: histories.flatMap(({ content }) => parseHistory(String(content))),
    };
  });
};

/** Reads the lineage of the primary. @throws Error while the connection leads to a standby, as during a failover */
export const readPrimary = async (databaseUrl: string): Promise<Lineage> => {
  const lineage = await readLineage(databaseUrl);
  if (lineage.standby) throw new Error('DATABASE_REPLICATION_URL leads to no primary');
  return lineage;
};

/** Whether a position, the start of a segment, is on the path of the server's log, or will be. */
export const leadsThrough = ({ standby, end, left }: Lineage, { timeline, lsn }: Position): boolean => {
  if (timeline === end.timeline) return true;
  // A standby follows its primary to a new timeline after a moment.
  if (timeline > end.timeline) return standby;
  return left.some((before) => before.timeline === timeline && lsn <= before.lsn);
};

const endsBefore = ({ end }: Lineage, { timeline, lsn }: Position): boolean =>
  end.timeline < timeline || (end.timeline === timeline && end.lsn < lsn);

/**
 * Rejects an older copy of the database, whose backup would replace newer log in the store. A standby with less log
 * than the store may only lag behind, so its primary is asked. After a failover, the new primary is on a newer
 * timeline.
 * @param stored the end of the log in the store
 * @param readPrimary reads the lineage of a standby's primary; if undefined, no standby is rejected
 * @throws BackupError if the server, or the primary of a standby, has less log than that; the error of `readPrimary`
 */
export const requireNewer = async (
  lineage: Lineage,
  stored: Position,
  readPrimary: (() => Promise<Lineage>) | undefined,
): Promise<void> => {
  const isBehind = lineage.standby && endsBefore(lineage, stored);
  const written = isBehind ? await readPrimary?.() : lineage;
  if (!written || !endsBefore(written, stored)) return;
  const textOf = ({ timeline, lsn }: Position): string => `${formatLsn(lsn)} on timeline ${timeline}`;
  throw new WrongDatabaseError(
    `This database is an older copy than the one in the store: its log ends at ${textOf(written.end)}, and the store's at ${textOf(stored)}. It is not backed up, because that would replace newer log. Restore the newest backup, or give this database a place of its own with BACKUP_STORE.`,
  );
};
