import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { verifyPrimary } from './primary.ts';
import { cutWhenSilent } from './silence.ts';

/** The database. Code that only runs queries takes a `Tx`, which a `Db` satisfies. */
export type Db = PrismaClient;

/** The database inside a transaction. */
export type Tx = Prisma.TransactionClient;

/** A part of a statement, with its values. */
export type Sql = Prisma.Sql;
export const { sql } = Prisma;

export type DatabaseOptions = {
  /** The application role's connection string. */
  url: string;
  /** The maximum of open connections, for Prisma and raw queries together. */
  maxConnections?: number;
  /** What pg_stat_activity shows. */
  applicationName?: string;
  /** The server cancels a statement after this many milliseconds; 0: never. */
  statementTimeoutMs?: number | undefined;
  /** How long to wait for a free or a new connection, in milliseconds. */
  connectTimeoutMs?: number | undefined;
  /** Whether connections that reach a standby are refused: for callers that also write, or must not miss a row. */
  onlyPrimary?: boolean;
  /** Whether connections keep Prisma's statements prepared. A pooler in transaction mode would lend them to others. */
  prepares?: boolean;
  /** Called for broken connections. Queries on them reject anyway. */
  onConnectionError?: (error: Error) => void;
};

export type Database = {
  /** Made on its first use: each has a graph of all queries, which takes 4 MB and 10 ms. */
  readonly db: Db;
  /** For SQL that Prisma cannot express. It returns int8 as a string and bytea as a Buffer; Prisma uses bigint and Uint8Array. */
  pool: pg.Pool;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
};

const withOption = (url: string, option: string): string => {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  parsed.searchParams.set('options', [given, option].filter(Boolean).join(' '));
  return parsed.href;
};

/**
 * A connection string whose sessions run in UTC. Prisma's adapter sends and reads timestamps without an offset, so
 * another time zone of the server would shift every time.
 */
export const inUtc = (url: string): string => withOption(url, '-c TimeZone=UTC');

/** A connection string whose sessions read the edition of a year, an archived one or a draft, and write nothing (see edition_year). */
export const ofYear = (url: string, year: number): string =>
  withOption(url, `-c laurel.year=${year} -c default_transaction_read_only=on`);

/** The timeout of a transaction in milliseconds, or the connect timeout if that is longer. */
const TRANSACTION_MS = 10_000;

/** How much longer than the statement timeout a connection may be silent, in milliseconds. */
const SILENCE_GRACE_MS = 2_000;

/**
 * Set once per connection: naming the level in $transaction would cost one more statement each time. With
 * synchronous_commit, acknowledged data is on disk whatever the server's default.
 */
const SESSION = '-c default_transaction_isolation=read\\ committed -c synchronous_commit=on';

const CONNECT_MS = 5_000;

const openPool = (options: DatabaseOptions): pg.Pool => {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: withOption(inUtc(options.url), SESSION),
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? 'laurel',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_MS,
    ...(options.onlyPrimary ? { verify: verifyPrimary } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The pool closes idle connections before they could count as silent.
    ...(statementTimeoutMs === 0 ? {} : { stream: cutWhenSilent(statementTimeoutMs + SILENCE_GRACE_MS) }),
  });
  // An 'error' event without a listener ends the process. The pool only listens on idle connections, so connections that
  // are in use need their own listener.
  const onError = (error: Error): void => options.onConnectionError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};

/** The most statements that a connection keeps prepared. Lists of values make new texts without end. */
const MOST_PREPARED = 500;
const prepared = new Map<string, string>();

/** The name under which a connection keeps a statement prepared, so that it is parsed once; empty if it is not kept. */
const nameOf = ({ sql }: { sql: string }): string => {
  const known = prepared.get(sql);
  if (known !== undefined || prepared.size === MOST_PREPARED) return known ?? '';
  const name = `laurel ${prepared.size}`;
  prepared.set(sql, name);
  return name;
};

/** How long a statement that reads a whole table may take. */
const LONG_MS = 30 * 60_000;

/**
 * Opens a pool for statements that read whole tables: ten million votes take longer than a request may. While none
 * runs, the pool has no connection.
 */
export const createLongPool = (
  options: Pick<DatabaseOptions, 'url' | 'applicationName' | 'connectTimeoutMs' | 'onlyPrimary'>,
): pg.Pool => openPool({ ...options, maxConnections: 2, statementTimeoutMs: LONG_MS });

/**
 * Opens a connection pool that Prisma and raw queries share. It connects lazily. While the server is unavailable, queries
 * reject; afterwards they work again.
 */
export const createDatabase = (options: DatabaseOptions): Database => {
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_MS;
  const pool = openPool(options);
  let db: Db | undefined;
  let closed: Promise<void> | undefined;
  return {
    get db() {
      db ??= new PrismaClient({
        adapter: new PrismaPg(pool, options.prepares ? { statementNameGenerator: nameOf } : {}),
        // The other formats take a stack trace with each query, a fortieth of the server's time.
        errorFormat: 'minimal',
        transactionOptions: { maxWait: connectTimeoutMs, timeout: Math.max(TRANSACTION_MS, connectTimeoutMs) },
      });
      return db;
    },
    pool,
    close: () => {
      closed ??= Promise.resolve(db?.$disconnect()).then(() => pool.end());
      return closed;
    },
  };
};

/**
 * Runs `work` in one transaction and returns its result; an exception rolls it back. After a conflict with another
 * transaction `work` runs again, so it must do nothing but queries.
 */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

const MAX_ATTEMPTS = 4;

/** Whether a serialization failure or a deadlock rolled the transaction back, so that it can run again. */
const isConflict = (error: unknown): boolean => {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2034' || /\b(40001|40P01)\b/.test(JSON.stringify(error.meta ?? {}));
};

/**
 * Runs `work` in one READ COMMITTED transaction, at most four times: a serialization failure (40001) or a deadlock
 * (40P01) repeats it, so `work` must do nothing but queries. Every other error rolls back and is rethrown.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
};
