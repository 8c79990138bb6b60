import pg from 'pg';
import { pause } from '../backoff.ts';

/** Any number: Telegram answers one poller per bot, so the replicas on one database agree on who that is. */
const POLL_LOCK = 7_305_119_402n;

/** How often a replica asks whether it is its turn, and the one whose turn it is whether it still has it. */
const ASK_MS = 3_000;
const QUERY_MS = 5_000;

/** Work that only one process may do at a time: it is called when it is this one's turn, and told when that ends. */
type Work = (signal: AbortSignal) => Promise<void>;

type Deps = {
  /** A direct connection: the lock lives as long as its session. */
  url: string;
  onError(error: unknown): void;
  askMs?: number;
};

/**
 * Does `work` whenever no other process on the same database does, until `stopping` aborts. The turn is a session's
 * advisory lock (PostgreSQL §9.28.10): it ends with the connection, so a process that dies gives it back.
 */
export const createPollLock = ({ url, onError, askMs = ASK_MS }: Deps) => {
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
    const ask = async (): Promise<boolean> => {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [POLL_LOCK]);
      return rows[0]?.mine === true;
    };
    try {
      await client.connect();
      while (!over.aborted) {
        if (await ask()) return await holdTurn(client, work, over, ended);
        await pause(askMs, over);
      }
    } finally {
      await client.end().catch(() => {});
    }
  };

  /** A connection can be dead without saying so: while the work goes on, it is asked. */
  const holdTurn = async (client: pg.Client, work: Work, over: AbortSignal, ended: AbortController): Promise<void> => {
    const check = setInterval(() => {
      client.query('SELECT 1').catch(() => ended.abort());
    }, askMs);
    try {
      await work(over);
    } finally {
      clearInterval(check);
    }
  };

  return async (work: Work, stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      await session(work, stopping).catch(onError);
      await pause(askMs, stopping);
    }
  };
};
