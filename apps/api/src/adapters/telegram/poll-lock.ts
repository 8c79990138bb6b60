import { requirePrimary } from '@laurel/database/primary';
import pg from 'pg';
import { pause } from '../backoff.ts';

/** The id of the advisory lock, an arbitrary number. Telegram allows one poller per bot, so one replica holds the lock. */
const POLL_LOCK = 7_305_119_402n;

/** How often a replica tries to get the lock, and the holder checks its connection, milliseconds. */
const CHECK_MS = 3_000;
/** The time limit for connecting and for a query, milliseconds. */
const QUERY_MS = 5_000;

/** Work for the lock's holder. The signal aborts when the lock is lost. */
type Work = (signal: AbortSignal) => Promise<void>;

type Deps = {
  /** A direct connection: the lock ends with its session. */
  url: string;
  onError(error: unknown): void;
  checkMs?: number;
};

/**
 * Runs `work` while no other process on the same database does, until `stopping` aborts. It uses an advisory lock of the
 * session (PostgreSQL §9.28.10), which ends with the connection, even if the process dies.
 */
export const createPollLock = ({ url, onError, checkMs = CHECK_MS }: Deps) => {
  const session = async (work: Work, stopping: AbortSignal): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'laurel telegram',
      keepAlive: true,
      connectionTimeoutMillis: QUERY_MS,
      query_timeout: QUERY_MS,
    });
    const ended = new AbortController();
    client.on('error', () => ended.abort());
    client.on('end', () => ended.abort());
    const over = AbortSignal.any([stopping, ended.signal]);
    const tryLock = async (): Promise<boolean> => {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [POLL_LOCK]);
      return rows[0]?.mine === true;
    };
    try {
      await client.connect();
      // A standby has locks of its own: another process could hold this one at the primary.
      await requirePrimary(client);
      while (!over.aborted) {
        if (await tryLock()) return await runLocked(client, work, over, ended);
        await pause(checkMs, over);
      }
    } finally {
      await client.end().catch(() => {});
    }
  };

  /** Runs the work, and pings the connection meanwhile to detect a dead one. */
  const runLocked = async (client: pg.Client, work: Work, over: AbortSignal, ended: AbortController): Promise<void> => {
    const check = setInterval(() => {
      client.query('SELECT 1').catch(() => ended.abort());
    }, checkMs);
    try {
      await work(over);
    } finally {
      clearInterval(check);
    }
  };

  return async (work: Work, stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      await session(work, stopping).catch(onError);
      await pause(checkMs, stopping);
    }
  };
};
