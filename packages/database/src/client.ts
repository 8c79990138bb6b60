import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { cutWhenSilent } from './silence.ts';

/** The database. What only runs queries asks for a `Tx`; a `Db` fits there too. */
export type Db = PrismaClient;

/** A transaction's view of the database. */
export type Tx = Prisma.TransactionClient;

export type DatabaseOptions = {
  /** The application role's connection string. */
  url: string;
  /** Connections held at most, by Prisma and raw queries together. */
  maxConnections?: number;
  /** What pg_stat_activity shows. */
  applicationName?: string;
  /** The server cancels a statement after so many milliseconds; 0: never. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection, a free one of the pool or a new one, in milliseconds. */
  connectTimeoutMs?: number;
  /** Hears of connections that broke; queries on them reject by themselves. */
  onConnectionError?: (error: Error) => void;
};

export type Database = {
  db: Db;
  /** For SQL that Prisma can't say. Here int8 comes as a string and bytea as a Buffer; Prisma gives bigint and Uint8Array. */
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
 * A connection string whose sessions run in UTC: Prisma's adapter sends and reads timestamps without their offset, so
 * that on a server with another time zone every moment would be shifted.
 */
export const inUtc = (url: string): string => withOption(url, '-c TimeZone=UTC');

/** How long a transaction may take, milliseconds; longer where its connection may take longer. */
const TRANSACTION_MS = 10_000;

/** How much longer than a statement may take a connection may be silent, milliseconds. */
const SILENCE_GRACE_MS = 2_000;

/**
 * Said once for each connection: named in $transaction, the level would cost every transaction one more statement. What is
 * acknowledged has reached the disk, however the server is set.
 */
const SESSION = '-c default_transaction_isolation=read\\ committed -c synchronous_commit=on';

/**
 * Opens the database: one pool of connections, shared by Prisma and by raw queries. Connects lazily; a server that is
 * away makes queries reject, and is used again once it is back.
 */
export const createDatabase = (options: DatabaseOptions): Database => {
  const connectTimeoutMs = options.connectTimeoutMs ?? 5_000;
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: withOption(inUtc(options.url), SESSION),
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? 'laurel',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // An idle one is closed by the pool before it could be cut for its silence.
    ...(statementTimeoutMs === 0 ? {} : { stream: cutWhenSilent(statementTimeoutMs + SILENCE_GRACE_MS) }),
  });
  // Without a listener the 'error' of a connection whose server was killed ends the process: the pool listens for idle
  // connections only, so those that are checked out need one of their own.
  const onError = (error: Error): void => options.onConnectionError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: connectTimeoutMs, timeout: Math.max(TRANSACTION_MS, connectTimeoutMs) },
  });
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      closed ??= db.$disconnect().then(() => pool.end());
      return closed;
    },
  };
};

/**
 * Runs `work` in one transaction and returns what it returned; a throw rolls all of it back. After a conflict with
 * another transaction it is run again, so `work` must do nothing but queries.
 */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

const MAX_ATTEMPTS = 4;

/** Serialization failure or deadlock: PostgreSQL rolled the transaction back and it may be run again as it was. */
const isConflict = (error: unknown): boolean => {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2034' || /\b(40001|40P01)\b/.test(JSON.stringify(error.meta ?? {}));
};

/**
 * Runs `work` in one READ COMMITTED transaction. After a serialization failure (40001) or a deadlock (40P01) it is run
 * again, four times in all: `work` must do nothing but queries. Every other error passes through, rolled back.
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
