import type { Logger } from 'pino';
import { type Base, baseArchiveKey, baseRecordKeys, type ClusterCatalog } from './catalog.ts';
import { baseIsDue, expired } from './policy.ts';
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
  /** Says which database is backed up, each time that the receiver connects. */
  meet(identity: Identity): void;
  /** Asks for a new base, whatever is there. */
  renew(): void;
  isWanted(): boolean;
  /** Takes a base where one is due, then removes what is too old, beside what else goes on; one at a time. */
  look(tell: (problem: string | undefined) => void): void;
  /** The newest base that is known. */
  last(): Base | undefined;
};

/** Keeps the base backups: takes them, and removes them with the log that nobody needs any more. */
export const createKeeper = ({ settings, logger, now, catalog, remove, take }: Options): Keeper => {
  const { everyMs, keepMs } = settings;
  let identity: Identity | undefined;
  let last: Base | undefined;
  let renew = false;
  let busy = false;

  const takeIfDue = async (from: Identity): Promise<void> => {
    const known = await catalog();
    last = known.bases.at(-1);
    const reason = renew
      ? 'the write-ahead log since the last one is lost'
      : baseIsDue(known, { now: now(), everyMs, timeline: from.timeline });
    if (reason === undefined) return;
    logger.info({ reason }, 'taking a base backup');
    renew = false;
    try {
      last = await take(from);
    } catch (error) {
      renew ||= known.bases.length > 0 && !reason.startsWith('the last one is old');
      throw error;
    }
    const { id, storedBytes, dataBytes } = last;
    logger.info({ id, storedBytes, dataBytes }, 'a base backup is in the store');
  };

  const prune = async (): Promise<void> => {
    const known = await catalog();
    const old = expired(known, { now: now(), keepMs });
    if (old.bases.length + old.keys.length === 0) return;
    // The records go first: a base without its record is none, a record without its base would lie.
    await remove(old.bases.flatMap(({ id }) => baseRecordKeys(known.cluster, id)));
    await remove([...old.bases.map(({ id }) => baseArchiveKey(known.cluster, id)), ...old.keys]);
    logger.info({ bases: old.bases.length, files: old.keys.length }, 'old backups were removed');
  };

  return {
    meet: (met) => {
      identity = met;
    },
    renew: () => {
      renew = true;
    },
    isWanted: () => renew || (identity !== undefined && last === undefined && !busy),
    last: () => last,
    look: (tell) => {
      if (busy || !identity) return;
      busy = true;
      takeIfDue(identity)
        .then(prune)
        .then(
          () => tell(undefined),
          (err: unknown) => {
            logger.error({ err }, 'a base backup failed');
            tell(`a base backup failed: ${err instanceof Error ? err.message : err}`);
          },
        )
        .finally(() => {
          busy = false;
        });
    },
  };
};
