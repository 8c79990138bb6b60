import pg from 'pg';
import type { Logger } from 'pino';
import type { Base } from './catalog.ts';
import { type Progress, readProgress, SLOT } from './server.ts';
import type { Reach } from './shipper.ts';
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

export type Watch = {
  /** Queries the database for the end of its WAL. @returns the position that the receiver has written; undefined if unknown */
  poll(now: Date): Promise<Lsn | undefined>;
  /** Sets or clears a current problem. */
  setProblem(source: ProblemSource, problem: string | undefined): void;
  /**
   * Sets the `completeAt` of the head in the store. It counts if this machine has no state, or one of a process that
   * did not know the head.
   */
  setHead(completeAt: Date): void;
  /** The latest time up to which all WAL is known to be in the store. */
  completeAt(now: Date, shipped: Lsn): Date;
  /**
   * Writes the state for `laurel backup status`. A failure, as on a full disk, is only logged: the log must still be
   * shipped, which frees the disk.
   */
  write(now: Date, reach: Pick<Reach, 'timeline' | 'shipped'>, headSequence: number, lastBase?: Base | undefined): void;
  close(): Promise<void>;
};

/** The maximum number of remembered pairs of time and position. Above it, every other one is dropped. */
const REMEMBERED = 2_000;

/** Tracks how far the store is behind the database. */
export const createWatch = ({ databaseUrl, cluster, spoolDir, before, logger }: Options): Watch => {
  const problems = new Map<ProblemSource, string>();
  let client: pg.Client | undefined;
  let progress: Progress | undefined;
  let completeAt = before?.completeAt;
  let waiting: { at: Date; lsn: Lsn }[] = [];

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const made = new pg.Client({
      connectionString: databaseUrl,
      application_name: `${SLOT}_watch`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    });
    made.on('error', () => {
      if (client === made) client = undefined;
    });
    await made.connect();
    client = made;
    return made;
  };

  const setProblem = (source: ProblemSource, problem: string | undefined): void => {
    if (problem === undefined) problems.delete(source);
    else problems.set(source, problem);
  };

  const complete = (now: Date, shipped: Lsn): Date => {
    const done = waiting.findLastIndex(({ lsn }) => lsn <= shipped);
    completeAt = waiting[done]?.at ?? completeAt ?? now;
    waiting = waiting.slice(done + 1);
    return completeAt;
  };

  return {
    setProblem,
    setHead: (at) => {
      if (!completeAt || at < completeAt) completeAt = at;
    },
    async poll(now) {
      try {
        progress = await readProgress(await connected());
        setProblem('database', undefined);
        const { flushed, silentMs } = progress;
        if (silentMs !== undefined) waiting.push({ at: new Date(now.getTime() - silentMs), lsn: flushed });
        if (waiting.length > REMEMBERED) waiting = waiting.filter((_, index) => index % 2 === 1);
        return progress.received;
      } catch {
        await client?.end().catch(() => undefined);
        client = undefined;
        setProblem('database', 'the database does not answer');
        return undefined;
      }
    },
    completeAt: complete,
    write(now, { timeline, shipped }, headSequence, lastBase) {
      const current = progress?.flushed ?? shipped;
      const state = {
        at: now,
        cluster,
        timeline,
        shippedLsn: formatLsn(shipped),
        currentLsn: formatLsn(current),
        lagBytes: current > shipped ? Number(current - shipped) : 0,
        completeAt: complete(now, shipped),
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
    },
    close: async () => {
      await client?.end().catch(() => undefined);
    },
  };
};
