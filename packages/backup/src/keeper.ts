import type { Logger } from 'pino';
import { type Base, baseArchiveKey, baseRecordKeys, type ClusterCatalog } from './catalog.ts';
import { baseIsDue, expired, LAST_IS_OLD } from './policy.ts';
import type { Identity } from './server.ts';
import type { BackupSettings } from './settings.ts';

type Options = {
  settings: Pick<BackupSettings, 'everyMs' | 'keepMs'>;
  logger: Logger;
  now: () => Date;
  catalog: () => Promise<ClusterCatalog>;
  remove: (keys: readonly string[]) => Promise<void>;
  take: (identity: Identity) => Promise<Base>;
};

export type Keeper = {
  /** Sets the database that is backed up, each time that the receiver connects. */
  setDatabase(identity: Identity): void;
  /** Requests a new base, even if none is due. */
  requestBase(): void;
  isWanted(): boolean;
  /** Takes a base if one is due, then removes expired backups. Runs in the background, one run at a time. */
  check(report: (problem: string | undefined) => void): void;
  /** The newest known base. */
  last(): Base | undefined;
};

/** Takes base backups, and removes expired ones with their WAL. */
export const createKeeper = ({ settings, logger, now, catalog, remove, take }: Options): Keeper => {
  const { everyMs, keepMs } = settings;
  let identity: Identity | undefined;
  let last: Base | undefined;
  let requested = false;
  let busy = false;

  const takeIfDue = async (from: Identity): Promise<void> => {
    const known = await catalog();
    last = known.bases.at(-1);
    const reason = requested
      ? 'the write-ahead log since the last one is lost'
      : baseIsDue(known, { now: now(), everyMs, timeline: from.baseTimeline });
    if (reason === undefined) return;
    logger.info({ reason }, 'taking a base backup');
    requested = false;
    try {
      last = await take(from);
    } catch (error) {
      requested ||= known.bases.length > 0 && reason !== LAST_IS_OLD;
      throw error;
    }
    const { id, storedBytes, dataBytes } = last;
    logger.info({ id, storedBytes, dataBytes }, 'a base backup is in the store');
  };

  const prune = async (): Promise<void> => {
    const known = await catalog();
    const old = expired(known, { now: now(), keepMs });
    if (old.bases.length + old.keys.length === 0) return;
    // The records are removed first: a base without a record is incomplete, a record without a base would be wrong.
    await remove(old.bases.flatMap(({ id }) => baseRecordKeys(known.cluster, id)));
    await remove([...old.bases.map(({ id }) => baseArchiveKey(known.cluster, id)), ...old.keys]);
    logger.info({ bases: old.bases.length, files: old.keys.length }, 'old backups were removed');
  };

  return {
    setDatabase: (found) => {
      identity = found;
    },
    requestBase: () => {
      requested = true;
    },
    isWanted: () => requested || (identity !== undefined && last === undefined && !busy),
    last: () => last,
    check: (report) => {
      if (busy || !identity) return;
      busy = true;
      takeIfDue(identity)
        .then(prune)
        .then(
          () => report(undefined),
          (err: unknown) => {
            logger.error({ err }, 'a base backup failed');
            report(`a base backup failed: ${err instanceof Error ? err.message : err}`);
          },
        )
        .finally(() => {
          busy = false;
        });
    },
  };
};
