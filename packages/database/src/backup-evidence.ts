import type { Queryable } from './queryable.ts';

/** The physical replication slot that Laurel's backups read the write-ahead log through. */
export const BACKUP_SLOT = 'laurel_backup';

/** What a database records about its backups. */
export type BackupEvidence = {
  /** The replication slot of the backups; undefined if there is none. */
  slot:
    | {
        /** Whether the backup is connected now. */
        reading: boolean;
        /** When it disconnected; undefined while it is connected and before PostgreSQL 17. */
        awaySince: Date | undefined;
        /** pg_replication_slots.wal_status: `lost` if the next part of the log has been removed. */
        status: string | undefined;
        /** Octets of the write-ahead log that PostgreSQL retains for it. */
        retainedBytes: number;
      }
    | undefined;
  /** Whether a standby follows this database. The backup may read that instead, with a slot there. */
  hasStandby: boolean;
  /** The newest drill (`laurel backup drill`), and the newest drill that restored every acknowledged vote. */
  lastDrill: { at: Date; succeeded: boolean } | undefined;
  lastGoodDrill: Date | undefined;
};

type SlotRow = { reading: boolean; since: string | null; status: string | null; retained: number | null };

/** Reads pg_replication_slots and the audit log. Any role that may read the audit log can call it. */
export const readBackupEvidence = async (client: Queryable): Promise<BackupEvidence> => {
  // inactive_since exists from PostgreSQL 17 on; to_jsonb does not fail without it.
  const { rows: slots } = await client.query<SlotRow>(
    `SELECT s.active AS reading, to_jsonb(s) ->> 'inactive_since' AS since, s.wal_status AS status,
            (pg_current_wal_flush_lsn() - s.restart_lsn)::float8 AS retained
       FROM pg_replication_slots s WHERE s.slot_name = $1`,
    [BACKUP_SLOT],
  );
  const { rows: drills } = await client.query<{ at: Date; succeeded: boolean }>(
    `SELECT DISTINCT ON (succeeded) at, succeeded
       FROM (SELECT at, coalesce((detail ->> 'succeeded')::boolean, false) AS succeeded
               FROM audit_entries WHERE action = 'backup.drill') AS drills
      ORDER BY succeeded, at DESC`,
  );
  const { rows: standbys } = await client.query('SELECT FROM pg_stat_replication LIMIT 1');
  const [slot] = slots;
  return {
    slot: slot && {
      reading: slot.reading,
      awaySince: slot.reading || slot.since === null ? undefined : new Date(slot.since),
      status: slot.status ?? undefined,
      retainedBytes: slot.retained ?? 0,
    },
    hasStandby: standbys.length > 0,
    lastDrill: drills.toSorted((one, two) => two.at.getTime() - one.at.getTime())[0],
    lastGoodDrill: drills.find(({ succeeded }) => succeeded)?.at,
  };
};
