import pg from 'pg';
import type { Base } from './catalog.ts';
import { type Progress, readProgress, SLOT } from './server.ts';
import { type BackupState, writeState } from './status.ts';
import { formatLsn, type Lsn } from './wal.ts';

type Options = {
  databaseUrl: string;
  cluster: string;
  spoolDir: string;
  shipped: () => Lsn;
  /** What was known when the last process ended. */
  before: BackupState | undefined;
};

type Trouble = 'database' | 'disk' | 'ship' | 'base' | 'store';

export type Watch = {
  /** Asks the database how far its log goes. @returns what the receiver has written; undefined where nobody knows */
  look(now: Date): Promise<Lsn | undefined>;
  /** What fails just now, or does no longer. */
  trouble(what: Trouble, problem: string | undefined): void;
  /** The last moment whose whole log is in the store, as far as is known. */
  completeAt(now: Date): Date;
  /** Writes the state for `laurel backup status`. */
  write(now: Date, lastBase: Base | undefined, known: Pick<BackupState, 'headSequence' | 'timeline'>): void;
  close(): Promise<void>;
};

/** So many moments are remembered until they are in the store; beyond that every other one will do. */
const REMEMBERED = 2_000;

const told = ({ id, startedAt, finishedAt, storedBytes }: Base): BackupState['lastBase'] => ({
  id,
  startedAt,
  finishedAt,
  storedBytes,
});

/** Knows how far behind the database the store is. */
export const createWatch = ({ databaseUrl, cluster, spoolDir, shipped, before }: Options): Watch => {
  const troubles = new Map<Trouble, string>();
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

  const trouble = (what: Trouble, problem: string | undefined): void => {
    if (problem === undefined) troubles.delete(what);
    else troubles.set(what, problem);
  };

  return {
    trouble,
    async look(now) {
      try {
        progress = await readProgress(await connected());
        trouble('database', undefined);
        waiting.push({ at: now, lsn: progress.flushed });
        if (waiting.length > REMEMBERED) waiting = waiting.filter((_, index) => index % 2 === 1);
        return progress.received;
      } catch {
        await client?.end().catch(() => undefined);
        client = undefined;
        trouble('database', 'the database does not answer');
        return undefined;
      }
    },
    completeAt(now) {
      const reached = shipped();
      const done = waiting.findLastIndex(({ lsn }) => lsn <= reached);
      completeAt = waiting[done]?.at ?? completeAt ?? now;
      waiting = waiting.slice(done + 1);
      return completeAt;
    },
    write(now, lastBase, known) {
      const reached = shipped();
      const current = progress?.flushed ?? reached;
      writeState(spoolDir, {
        at: now,
        cluster,
        shippedLsn: formatLsn(reached),
        currentLsn: formatLsn(current),
        lagBytes: current > reached ? Number(current - reached) : 0,
        completeAt: this.completeAt(now),
        slotStatus: progress?.slotStatus ?? null,
        slotRetainedBytes: progress?.retainedBytes ?? 0,
        lastBase: lastBase ? told(lastBase) : (before?.lastBase ?? null),
        ...known,
        problem: troubles.size === 0 ? null : [...troubles.values()].join('; '),
      });
    },
    close: async () => {
      await client?.end().catch(() => undefined);
    },
  };
};
