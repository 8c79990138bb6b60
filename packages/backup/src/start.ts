// What the backup service waits for before it receives the log of a database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackupError, messageOf, WrongDatabaseError } from './errors.ts';
import type { Examined } from './head.ts';
import { type Lineage, readLineage, readPrimary, requireNewer } from './lineage.ts';
import { dropSlot, ensureSlot, identify, onServer } from './server.ts';
import type { Position } from './wal.ts';
import type { Watch } from './watch.ts';

const AGAIN_MS = 3_000;

export type Context = { logger: Logger; now: () => Date; signal: AbortSignal };

/**
 * The connection to the server that the backup reads, and that to the primary if the server is a standby of a known
 * one. `cluster` is the one that was found when the service started.
 */
export type Source = { databaseUrl: string; primaryUrl: string | undefined; cluster: string };

export const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Adds the name of a server to the error of its answer. A BackupError is thrown unchanged. */
const answerOf = async <T>(party: string, answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new Error(`${party} does not answer: ${messageOf(cause)}`, { cause });
  }
};

/** Waits for the database, identifies it, and ensures its replication slot, which keeps its log from now on. */
export const waitForDatabase = async (
  databaseUrl: string,
  { logger, signal }: Context,
): Promise<{ cluster: string; timeline: number } | undefined> => {
  while (!signal.aborted) {
    try {
      const { cluster } = await onServer(databaseUrl, async (client) => {
        const identity = await identify(client);
        await ensureSlot(client);
        return identity;
      });
      const { end } = await readLineage(databaseUrl);
      return { cluster, timeline: end.timeline };
    } catch (err) {
      if (err instanceof BackupError) throw err;
      logger.warn({ err }, 'the database does not answer yet');
      await pause(AGAIN_MS, signal);
    }
  }
  return undefined;
};

/** @throws WrongDatabaseError if a server that was just asked is of another cluster */
export const requireCluster = (found: { cluster: string }, { cluster }: Source): void => {
  if (found.cluster === cluster) return;
  throw new WrongDatabaseError('The connection now leads to another database cluster. Restart the backup service.');
};

/**
 * Rejects a server whose database is an older copy of the one in the store, and drops its slot, which would keep log
 * that nobody reads.
 * @param stored the end of the log in the store
 * @throws WrongDatabaseError if it is an older copy or another database; another error if the primary does not answer
 */
export const rejectOlderCopy = async (lineage: Lineage, stored: Position, source: Source): Promise<void> => {
  const { databaseUrl, primaryUrl, cluster } = source;
  requireCluster(lineage, source);
  const askPrimary = async (url: string): Promise<Lineage> => {
    const found = await answerOf('the primary', readPrimary(url));
    if (found.cluster === cluster) return found;
    throw new Error('DATABASE_REPLICATION_URL leads to another database cluster than DATABASE_STANDBY_URL');
  };
  try {
    await requireNewer(lineage, stored, primaryUrl === undefined ? undefined : () => askPrimary(primaryUrl));
  } catch (error) {
    if (error instanceof WrongDatabaseError) await onServer(databaseUrl, dropSlot).catch(() => undefined);
    throw error;
  }
};

type Waiting = {
  source: Source;
  examine: () => Promise<Examined>;
  watch: Pick<Watch, 'poll' | 'setProblem'>;
  writeState: () => void;
};

/**
 * Waits until the head can be read from the store and the database is known not to be an older copy. Nothing may be
 * received or stored before. Meanwhile the status shows the problem.
 * @returns the head; undefined if the service was stopped
 * @throws BackupError if the database is an older copy
 */
export const waitForStore = async (
  { source, examine, watch, writeState }: Waiting,
  { logger, now, signal }: Context,
): Promise<Examined | undefined> => {
  while (!signal.aborted) {
    try {
      const examined = await answerOf('the store', examine());
      if (examined.stored) {
        const { timeline, upTo } = examined.stored;
        await rejectOlderCopy(await readLineage(source.databaseUrl), { timeline, lsn: upTo }, source);
      }
      watch.setProblem('start', undefined);
      return examined;
    } catch (err) {
      if (err instanceof BackupError) throw err;
      logger.warn({ err }, 'nothing is received yet');
      watch.setProblem('start', `nothing is received yet: ${messageOf(err)}`);
    }
    await watch.poll(now());
    writeState();
    await pause(AGAIN_MS, signal);
  }
  return undefined;
};
