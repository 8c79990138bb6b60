import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A vote on its way: whose session, which nominee (and the nominee's category). */
export type Ballot = { sessionId: string; nomineeId: number; categoryId: number };

/**
 * The batch is committed, but the commit that confirms the votes it found was refused. It has no SQLSTATE of its own, so
 * that the batch counts as in doubt: judged by the refusal it would count as rolled back and be sent again.
 */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';

  constructor(cause: unknown) {
    super('the votes that the batch found could not be confirmed', { cause });
  }
}

/** One direct connection that casts batches. */
export type Writer = {
  /**
   * Casts a batch; the letters of cast_votes, after its commit (and that of every vote it found).
   * @throws UnconfirmedError where the batch is committed and its answer may not be given yet
   */
  cast(ballots: readonly Ballot[], now: Date): Promise<string>;
  /** The nominee that stands for each ballot's voter and category, on every machine that has to have it, or undefined; in order. */
  standing(ballots: readonly Ballot[]): Promise<(number | undefined)[]>;
  /** Ends another writer's backend and waits until it is seen gone: from then on what it did is final. */
  makeFinal(other: Backend): Promise<boolean>;
  readonly backend: Backend;
  readonly alive: boolean;
  /** Cuts the connection without waiting for anything. */
  destroy(): void;
  end(): Promise<void>;
};

/** A server process; the start time tells it from a later one with the same pid. */
export type Backend = { pid: number; startedAt: string };

const CLIENT_TIMEOUT_MS = 5_000;
const GONE_TIMEOUT_MS = 5_000;

// Batches always look alike, so one generic plan serves them; a lock or a statement that takes longer than this fails
// the batch, which is then halved. A server that lost its client notices within a second. See docs/architecture.md.
const SETTINGS =
  '-c plan_cache_mode=force_generic_plan -c lock_timeout=1s -c statement_timeout=3s ' +
  '-c client_connection_check_interval=1s -c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

// Written out by hand: ids and numbers need no quoting, and node-pg's own array encoder is several times slower.
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

const STANDING = `
  SELECT t.ord::int AS ord, v.nominee_id
    FROM unnest($1::uuid[], $2::int2[]) WITH ORDINALITY AS t (session_id, category_id, ord)
    JOIN sessions s ON s.id = t.session_id
    JOIN accounts a ON a.id = s.account_id
    JOIN votes v ON v.voter_id = a.voter_id AND v.category_id = t.category_id`;

/**
 * A commit of its own that says nothing. A vote that is found may have been committed by a backend that was ended while it
 * waited for the standby: it can be seen then, and is on one machine only. A commit that comes after it waits for both.
 */
const CONFIRM = `SELECT pg_logical_emit_message(true, 'laurel', '')`;
/** The letter of cast_votes for a vote that was there before. */
const FOUND = 'E';

const BACKEND = 'SELECT pid, backend_start::text AS started_at FROM pg_stat_activity WHERE pid = $1';

/**
 * Opens a writer.
 * @param url a direct connection (not through a pooler in transaction mode: it keeps a prepared statement)
 * @param slot the tally slot its votes are counted in
 */
export const openWriter = async (url: string, slot: number): Promise<Writer> => {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'laurel ballot box',
    options: SETTINGS,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    stream: () => socket,
  });
  let alive = true;
  const dead = (): void => {
    alive = false;
  };
  client.on('error', dead);
  client.on('end', dead);
  await client.connect().catch((error: unknown) => {
    socket.destroy();
    throw error;
  });

  const destroy = (): void => {
    alive = false;
    socket.destroy();
  };
  /** Runs a query; past the client's own time limit the connection is cut, since nothing more can be known over it. */
  const query = async <Row extends pg.QueryResultRow>(ask: pg.QueryConfig): Promise<Row[]> => {
    const timer = setTimeout(destroy, CLIENT_TIMEOUT_MS);
    try {
      return (await client.query<Row>(ask)).rows;
    } finally {
      clearTimeout(timer);
    }
  };
  const confirm = async (): Promise<void> => {
    try {
      await query({ text: CONFIRM });
    } catch (error) {
      throw new UnconfirmedError(error);
    }
  };
  const backendOf = async (pid: number): Promise<Backend | undefined> => {
    const [row] = await query<{ pid: number; started_at: string }>({ text: BACKEND, values: [pid] });
    return row && { pid: row.pid, startedAt: row.started_at };
  };
  const [own] = await query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
  const backend = own && (await backendOf(own.pid));
  if (!backend) throw new Error('the writer cannot see its own backend');

  return {
    backend,
    get alive() {
      return alive;
    },
    destroy,
    end: () => client.end(),
    cast: async (ballots, now) => {
      const rows = await query<{ outcomes: string }>({
        name: 'cast',
        text: 'SELECT cast_votes($1::uuid[], $2::int4[], $3::timestamptz, $4::int2) AS outcomes',
        values: [
          arrayOf(ballots.map((ballot) => ballot.sessionId)),
          arrayOf(ballots.map((ballot) => ballot.nomineeId)),
          now.toISOString(),
          slot,
        ],
      });
      const outcomes = rows[0]?.outcomes ?? '';
      if (outcomes.includes(FOUND)) await confirm();
      return outcomes;
    },
    standing: async (ballots) => {
      const values = [
        arrayOf(ballots.map((ballot) => ballot.sessionId)),
        arrayOf(ballots.map((ballot) => ballot.categoryId)),
      ];
      const rows = await query<{ ord: number; nominee_id: number }>({ text: STANDING, values });
      if (rows.length > 0) await confirm();
      const found = new Map(rows.map((row) => [row.ord, row.nominee_id]));
      return ballots.map((_, index) => found.get(index + 1));
    },
    makeFinal: async (other) => {
      const until = performance.now() + GONE_TIMEOUT_MS;
      do {
        const now = await backendOf(other.pid);
        if (now?.startedAt !== other.startedAt) return true;
        await query({ text: 'SELECT pg_terminate_backend($1)', values: [other.pid] });
        await sleep(20);
      } while (performance.now() < until);
      return false;
    },
  };
};
