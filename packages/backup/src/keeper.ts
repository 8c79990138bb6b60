import type { Logger } from 'pino';
import { type Base, baseArchiveKey, baseRecordKeys, type ClusterCatalog } from './catalog.ts';
import { messageOf } from './errors.ts';
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

/** The pause after a failed base. It doubles with each failure: a failed base may have written as much as a whole one. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/** Takes base backups, and removes expired ones with their WAL. */
export const createKeeper = ({ settings, logger, now, catalog, remove, take }: Options) => {
  const { everyMs, keepMs } = settings;
  let identity: Identity | undefined;
  let last: Base | undefined;
  let requestedAt: Date | undefined;
  let failure: { problem: string; pauseMs: number; again: Date } | undefined;
  let running: Promise<void> | undefined;

  const isPaused = (): boolean => failure !== undefined && now() < failure.again;

  /** The reason to take a base; undefined if there is none. A base that someone took by hand fulfils a request. */
  const reasonFor = (known: ClusterCatalog, { baseTimeline }: Identity): string | undefined => {
    if (requestedAt && last && last.startedAt >= requestedAt) requestedAt = undefined;
    if (requestedAt) return 'the write-ahead log since the last one is lost';
    return baseIsDue(known, { now: now(), everyMs, timeline: baseTimeline });
  };

  const takeIfDue = async (from: Identity): Promise<void> => {
    const known = await catalog();
    last = known.bases.at(-1);
    const reason = reasonFor(known, from);
    if (reason === undefined) failure = undefined;
    if (reason === undefined || isPaused()) return;
    logger.info({ reason }, 'taking a base backup');
    const requested = requestedAt;
    try {
      last = await take(from);
    } catch (err) {
      const pauseMs = failure ? Math.min(2 * failure.pauseMs, LONGEST_PAUSE_MS) : PAUSE_MS;
      const again = new Date(now().getTime() + pauseMs);
      failure = { problem: `a base backup failed: ${messageOf(err)}`, pauseMs, again };
      logger.error({ err, again }, 'a base backup failed');
      return;
    }
    failure = undefined;
    // It may have been requested again meanwhile.
    if (requestedAt === requested) requestedAt = undefined;
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

  /** @returns the problems as one text; undefined if there are none */
  const run = async (from: Identity): Promise<string | undefined> => {
    try {
      await takeIfDue(from);
      // Even after a failed base: the newest base and its log never expire, and a full store needs the space.
      await prune();
      return failure?.problem;
    } catch (err) {
      logger.error({ err }, 'the backups in the store can’t be looked after');
      const problem = `the backups in the store can’t be looked after: ${messageOf(err)}`;
      return failure ? `${failure.problem}; ${problem}` : problem;
    }
  };

  return {
    /** Sets the database that is backed up, each time that the receiver connects. */
    setDatabase: (found: Identity): void => {
      identity = found;
    },
    /** Requests a new base, even if none is due. */
    requestBase: (): void => {
      requestedAt = now();
    },
    /** Whether to take a base at once: one is requested or none is known, none is being taken, and the pause is over. */
    isWanted: (): boolean => !running && !isPaused() && (requestedAt !== undefined || (!!identity && !last)),
    last: (): Base | undefined => last,
    /** Resolves once no run is left. */
    settled: async (): Promise<void> => running,
    /** Takes a base if one is due, then removes expired backups. Runs in the background, one run at a time. */
    check: (report: (problem: string | undefined) => void): void => {
      if (!identity) return;
      running ??= run(identity)
        .then(report)
        .finally(() => {
          running = undefined;
        });
    },
  };
};
