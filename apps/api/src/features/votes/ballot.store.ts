import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Backend, FIND_BACKEND, OWN_BACKEND } from '@laurel/database/backends';
import { requirePrimary } from '@laurel/database/primary';
import { CONFIRM } from '@laurel/database/replication';
import pg from 'pg';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { BATCH_MS } from '../../limits.ts';
import { hasFoundVote } from './ballot.policy.ts';

/** A vote to be stored. The voter is the account of the session. A retry has the same nonces. */
export type Ballot = {
  sessionId: string;
  nomineeId: number;
  categoryId: number;
  /** 32 octets: the server's nonce and the browser's. */
  nonces: Uint8Array;
};

/**
 * The batch is committed, but the commit that confirms the votes it found was rejected. The error has no SQLSTATE, so
 * that the batch counts as in doubt: with the SQLSTATE of its cause it would count as rolled back and be sent again.
 */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';

  constructor(cause: unknown) {
    super('the votes that the batch found could not be confirmed', { cause });
  }
}

/** The vote that a voter has in a category, with its nonces as in `Ballot`. */
export type StoredVote = { nomineeId: number; nonces: Buffer };

/** One direct connection that casts batches. */
export type Writer = {
  /**
   * Casts a batch; returns the outcome codes of cast_votes() after the commit. If the batch found votes that were
   * stored before, it returns after one more commit, which confirms that they are replicated.
   * @throws UnconfirmedError if the batch is committed, but a vote that it found may not be replicated yet
   */
  cast(ballots: readonly Ballot[], now: Date): Promise<string>;
  /** The stored and replicated vote of each ballot's voter in its category, or undefined; in order. */
  findStoredVotes(ballots: readonly Ballot[]): Promise<(StoredVote | undefined)[]>;
  /**
   * Terminates another writer's backend; true once it is gone and its transactions are final, false after a timeout.
   */
  terminateBackend(other: Backend): Promise<boolean>;
  readonly backend: Backend;
  readonly alive: boolean;
  /** Closes the connection at once. */
  destroy(): void;
  /** Closes the connection; at once if the server does not answer. */
  end(): Promise<void>;
};

const CLIENT_TIMEOUT_MS = 5_000;
const GONE_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 1_000;

// All batches have the same plan. A batch that exceeds lock_timeout or statement_timeout fails and is split in half.
// transaction_timeout prevents the commit of a batch that has run if the end of its message comes late. A backend whose
// client is gone notices within a second. See docs/architecture.md.
const SETTINGS =
  `-c plan_cache_mode=force_generic_plan -c lock_timeout=1s -c statement_timeout=3s -c transaction_timeout=${BATCH_MS} ` +
  '-c client_connection_check_interval=1s -c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

// UUIDs and numbers need no quoting, and node-pg's own array encoder is several times slower.
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

const STORED_VOTES = `
  SELECT t.ord::int AS ord, v.nominee_id AS "nomineeId", v.server_nonce || v.browser_nonce AS nonces
    FROM unnest($1::uuid[], $2::int2[]) WITH ORDINALITY AS t (session_id, category_id, ord)
    JOIN sessions s ON s.id = t.session_id
    JOIN accounts a ON a.id = s.account_id
    JOIN votes v ON v.voter_id = a.voter_id AND v.category_id = t.category_id`;

/**
 * Opens a writer.
 * @throws Error if it can't connect, or reaches a standby, where stored votes may be missing
 * @param url a direct connection: a pooler in transaction mode would lose the prepared statement
 * @param slot the tally slot in which its votes are counted
 * @param mostDelayMs the database refuses a batch that arrives more milliseconds than this after its time. Undefined in
 *   development and in tests, whose clocks may be moved
 */
export const openWriter = async (url: string, slot: number, mostDelayMs?: number): Promise<Writer> => {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'laurel ballot box',
    options: mostDelayMs === undefined ? SETTINGS : `${SETTINGS} -c laurel.most_delay=${mostDelayMs}ms`,
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
  const destroy = (): void => {
    alive = false;
    socket.destroy();
  };
  /** Waits for an answer of the server; closes the connection if the answer exceeds the client's own timeout. */
  const inTime = async <Result>(answer: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(destroy, CLIENT_TIMEOUT_MS);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  };
  const query = async <Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<Row[]> =>
    (await inTime(client.query<Row>(config))).rows;
  const confirm = async (): Promise<void> => {
    try {
      await query({ text: CONFIRM });
    } catch (error) {
      throw new UnconfirmedError(error);
    }
  };
  const backendOf = async (pid: number): Promise<Backend | undefined> => {
    const [found] = await query<Backend>({ text: FIND_BACKEND, values: [pid] });
    return found;
  };
  const greet = async (): Promise<Backend> => {
    await client.connect();
    await inTime(requirePrimary(client));
    const [own] = await query<Backend>({ text: OWN_BACKEND });
    if (!own) throw new Error('the writer cannot see its own backend');
    return own;
  };
  const backend = await greet().catch((error: unknown) => {
    destroy();
    throw error;
  });

  return {
    backend,
    get alive() {
      return alive;
    },
    destroy,
    end: async () => {
      // A server that vanished never closes its side.
      await waitAtMost(END_TIMEOUT_MS, client.end()).catch(() => undefined);
      destroy();
    },
    cast: async (ballots, now) => {
      const rows = await query<{ outcomes: string }>({
        name: 'cast',
        text: 'SELECT cast_votes($1::uuid[], $2::int4[], $3::bytea, $4::timestamptz, $5::int2) AS outcomes',
        values: [
          arrayOf(ballots.map((ballot) => ballot.sessionId)),
          arrayOf(ballots.map((ballot) => ballot.nomineeId)),
          // A Buffer is sent as it is, in the binary format.
          Buffer.concat(ballots.map((ballot) => ballot.nonces)),
          now.toISOString(),
          slot,
        ],
      });
      const outcomes = rows[0]?.outcomes ?? '';
      if (hasFoundVote(outcomes)) await confirm();
      return outcomes;
    },
    findStoredVotes: async (ballots) => {
      const values = [
        arrayOf(ballots.map((ballot) => ballot.sessionId)),
        arrayOf(ballots.map((ballot) => ballot.categoryId)),
      ];
      const rows = await query<StoredVote & { ord: number }>({ text: STORED_VOTES, values });
      if (rows.length > 0) await confirm();
      const found = new Map(rows.map((row) => [row.ord, row]));
      return ballots.map((_, index) => found.get(index + 1));
    },
    terminateBackend: async (other) => {
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
