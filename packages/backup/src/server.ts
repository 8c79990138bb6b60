// Queries on the database that is backed up, over an ordinary connection.
import { BACKUP_SLOT } from '@laurel/database/backup-evidence';
import type { Queryable } from '@laurel/database/queryable';
import pg from 'pg';
import { BackupError } from './errors.ts';
import { type Lsn, parseLsn, SEGMENT_BYTES } from './wal.ts';

/** The name of the replication slot, and of the receiver in synchronous_standby_names. */
export const SLOT = BACKUP_SLOT;

/** Runs work on a connection to the database. @param queryMs the time limit of a query */
export const onServer = async <T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  queryMs = 10 * 60_000,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'laurel backup',
    connectionTimeoutMillis: 5_000,
    query_timeout: queryMs,
    keepAlive: true,
  });
  // A broken connection fails the query. Without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

export type Identity = {
  cluster: string;
  /**
   * The timeline on which a base backup would start. The base of a standby starts at the last restartpoint, which stays
   * on the previous timeline for minutes after a failover.
   */
  baseTimeline: number;
  version: string;
  /** The cluster's superuser and the connected database, for the checks after a restore. */
  superuser: string;
  database: string;
};

/** SQL: the timeline of the last checkpoint, on a standby of the last restartpoint. */
const CHECKPOINT_TIMELINE = '(SELECT timeline_id FROM pg_control_checkpoint())';
/** SQL: the timeline on which a primary writes. */
const WRITTEN_TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;
/** SQL: the end of the write-ahead log on the server's disk, on a standby also of the log that its primary last announced. */
const END_OF_LOG = `CASE WHEN pg_is_in_recovery()
                         THEN coalesce(greatest(pg_last_wal_receive_lsn(), (SELECT latest_end_lsn FROM pg_stat_wal_receiver)),
                                       pg_last_wal_replay_lsn())
                         ELSE pg_current_wal_flush_lsn() END`;
/**
 * SQL: the milliseconds since a standby last heard from its primary, NULL if it does not follow one; 0 on a primary.
 */
const SILENT_MS = `CASE WHEN pg_is_in_recovery()
                        THEN (SELECT extract(epoch FROM clock_timestamp() - last_msg_receipt_time)::float8 * 1000
                                FROM pg_stat_wal_receiver
                               -- The two are equal until the first message: a receiver that its primary refuses starts again and again.
                               WHERE status = 'streaming' AND last_msg_send_time IS DISTINCT FROM last_msg_receipt_time)
                        ELSE 0 END`;

/** Identifies the cluster. @throws BackupError if it cannot be backed up */
export const identify = async (client: pg.Client): Promise<Identity> => {
  const { rows } = await client.query<
    Identity & { segment: string; allowed: boolean; informed: boolean; level: string }
  >(
    `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
            CASE WHEN pg_is_in_recovery() THEN ${CHECKPOINT_TIMELINE} ELSE ${WRITTEN_TIMELINE} END AS "baseTimeline",
            current_setting('server_version') AS version,
            (SELECT rolname FROM pg_roles WHERE oid = 10) AS superuser,
            current_database() AS database,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS segment,
            current_setting('wal_level') AS level,
            (SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user) AS allowed,
            pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS informed`,
  );
  const [found] = rows;
  if (!found) throw new BackupError('The database does not say which cluster it is.');
  const { segment, level, allowed, informed, ...identity } = found;
  if (!allowed) {
    throw new BackupError(
      'The role of DATABASE_REPLICATION_URL may not replicate. "laurel migrate" makes one that may; as the owner: ALTER ROLE … WITH REPLICATION.',
    );
  }
  if (!informed) {
    throw new BackupError(
      'The role of DATABASE_REPLICATION_URL may not see how far replication is. As the owner: GRANT pg_read_all_stats TO ….',
    );
  }
  if (level === 'minimal') throw new BackupError('PostgreSQL runs with wal_level=minimal: set it to replica.');
  if (BigInt(segment) !== SEGMENT_BYTES) {
    throw new BackupError(`PostgreSQL was made with wal_segment_size=${segment}; Laurel backs up 16 MB only.`);
  }
  return identity;
};

/**
 * Creates the replication slot if it is missing, and again if the server invalidated it (max_slot_wal_keep_size).
 * @returns the position from which the slot keeps the WAL
 */
export const ensureSlot = async (client: pg.Client): Promise<Lsn> => {
  const { rows } = await client.query<{ status: string | null; kept: string | null }>(
    'SELECT wal_status AS status, restart_lsn::text AS kept FROM pg_replication_slots WHERE slot_name = $1',
    [SLOT],
  );
  let [slot] = rows;
  if (!slot || slot.status === 'lost') {
    if (slot) await client.query('SELECT pg_drop_replication_slot($1)', [SLOT]);
    const create = `SELECT NULL AS status, lsn::text AS kept FROM pg_create_physical_replication_slot($1, true)`;
    [slot] = (await client.query<NonNullable<typeof slot>>(create, [SLOT])).rows;
  }
  if (slot?.kept) return parseLsn(slot.kept);
  throw new Error('the replication slot keeps nothing');
};

/** Drops the replication slot, unless a receiver uses it. */
export const dropSlot = async (client: pg.Client): Promise<void> => {
  await client.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
    [SLOT],
  );
};

/** Positions of the WAL, and the bytes that the slot keeps on the server's disk. */
export type Progress = {
  flushed: Lsn;
  /** How long ago `flushed` was the end of the primary's log, ms; null on a standby that does not follow a primary. */
  silentMs: number | null;
  /** The position that the receiver reported as written; undefined while none is connected. */
  received: Lsn | undefined;
  slotStatus: string | null;
  retainedBytes: number;
};

export const readProgress = async (client: Queryable): Promise<Progress> => {
  const { rows } = await client.query<Progress & { flushedAt: string; receivedAt: string | null }>(
    `SELECT (${END_OF_LOG})::text AS "flushedAt",
            (${SILENT_MS})::float8 AS "silentMs",
            (SELECT max(write_lsn)::text FROM pg_stat_replication WHERE application_name = $1) AS "receivedAt",
            s.wal_status AS "slotStatus",
            coalesce((${END_OF_LOG} - s.restart_lsn)::float8, 0) AS "retainedBytes"
       FROM (SELECT 1) AS one LEFT JOIN pg_replication_slots s ON s.slot_name = $1`,
    [SLOT],
  );
  const [row] = rows;
  if (!row) throw new BackupError('The database does not say where its write-ahead log ends.');
  const { flushedAt, receivedAt, ...rest } = row;
  return { ...rest, flushed: parseLsn(flushedAt), received: receivedAt === null ? undefined : parseLsn(receivedAt) };
};

/** The end of the WAL that a recovered server replayed. */
export const readReplayed = async (client: pg.Client): Promise<Lsn> => {
  const { rows } = await client.query<{ lsn: string }>('SELECT pg_last_wal_replay_lsn()::text AS lsn');
  return parseLsn(rows[0]?.lsn ?? '');
};
