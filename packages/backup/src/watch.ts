import pg from 'pg';
import type { Logger } from 'pino';
import type { Base } from './catalog.ts';
import type { Reach } from './reach.ts';
import { type Progress, readProgress, SLOT } from './server.ts';
import { type BackupState, writeState } from './status.ts';
import { formatLsn, type Lsn } from './wal.ts';

type Options = {
  databaseUrl: string;
  cluster: string;
  spoolDir: string;
  /** The state of the last process. */
  before: BackupState | undefined;
  logger: Logger;
};

type ProblemSource = 'start' | 'database' | 'disk' | 'ship' | 'base' | 'store';

/** The maximum number of remembered pairs of time and position. Above it, every other one is dropped. */
const REMEMBERED = 2_000;

/** Tracks how far the store is behind the database. */
export const createWatch = ({ databaseUrl, cluster, spoolDir, before, logger }: Options) => {
  const problems = new Map<ProblemSource, string>();
  let progress: Progress | undefined;
  let knownAt = before?.completeAt;
  let waiting: { at: Date; lsn: Lsn }[] = [];

  const database = new pg.Pool({
    connectionString: databaseUrl,
    application_name: `${SLOT}_watch`,
    max: 1,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    idleTimeoutMillis: 0,
    // The end of the service does not wait for `close`.
    allowExitOnIdle: true,
  });
  // A broken connection fails the next query. Without a listener it would end the process.
  database.on('error', () => undefined);

  const setProblem = (source: ProblemSource, problem: string | undefined): void => {
    if (problem === undefined) problems.delete(source);
    else problems.set(source, problem);
  };

  /** Queries the database for the end of its WAL. @returns the position that the receiver has written; undefined if unknown */
  const poll = async (now: Date): Promise<Lsn | undefined> => {
    try {
      progress = await readProgress(database);
      setProblem('database', undefined);
      const { flushed, silentMs } = progress;
      if (silentMs !== null) waiting.push({ at: new Date(now.getTime() - silentMs), lsn: flushed });
      if (waiting.length > REMEMBERED) waiting = waiting.filter((_, index) => index % 2 === 1);
      return progress.received;
    } catch {
      setProblem('database', 'the database does not answer');
      return undefined;
    }
  };

  /**
   * Sets the `completeAt` of the head in the store. It counts if this machine has no state, or one of a process that
   * did not know the head.
   */
  const setHead = (at: Date): void => {
    if (!knownAt || at < knownAt) knownAt = at;
  };

  /** The latest time up to which all WAL is known to be in the store. */
  const completeAt = (now: Date, shipped: Lsn): Date => {
    const done = waiting.findLastIndex(({ lsn }) => lsn <= shipped);
    knownAt = waiting[done]?.at ?? knownAt ?? now;
    waiting = waiting.slice(done + 1);
    return knownAt;
  };

  /**
   * Writes the state for `laurel backup status`. A failure, as on a full disk, is only logged: the log must still be
   * shipped, which frees the disk.
   */
  const write = (
    now: Date,
    { timeline, shipped }: Pick<Reach, 'timeline' | 'shipped'>,
    headSequence: number,
    lastBase?: Base | undefined,
  ): void => {
    const current = progress?.flushed ?? shipped;
    const state = {
      at: now,
      cluster,
      timeline,
      shippedLsn: formatLsn(shipped),
      currentLsn: formatLsn(current),
      lagBytes: current > shipped ? Number(current - shipped) : 0,
      completeAt: completeAt(now, shipped),
      slotStatus: progress?.slotStatus ?? null,
      slotRetainedBytes: progress?.retainedBytes ?? 0,
      lastBase: lastBase ?? before?.lastBase ?? null,
      headSequence,
      problem: problems.size === 0 ? null : [...problems.values()].join('; '),
    };
    try {
      writeState(spoolDir, state);
    } catch (err) {
      logger.warn({ err }, 'the state of the backup can’t be written');
    }
  };

  const close = (): Promise<void> => database.end();
  return { poll, setProblem, setHead, completeAt, write, close };
};

export type Watch = ReturnType<typeof createWatch>;
