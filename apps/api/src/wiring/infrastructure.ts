import { createDatabase, createLongPool, type Db } from '@laurel/database/client';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { PasswordCost } from '../crypto/hasher.ts';
import { createKeyring, type Fingerprint, type Keyring } from '../crypto/keyring.ts';
import { loadFingerprint } from '../crypto/sealed-keys.store.ts';
import { createTokens, type Tokens } from '../crypto/tokens.ts';
import { type EditionInfrastructure, openEdition } from './edition.ts';
import { createReplicated } from './replicated.ts';

/** The options that differ between a server, a worker, a command and a test. */
export type ServerOptions = {
  config: Config;
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
  /** The folder of the built page. Without it only the API is served. */
  webDir?: string | undefined;
  /** How long a connection to the database and a statement may take, milliseconds. Tests need longer on a busy machine. */
  databaseWaitMs?: number;
  /** Tests use a cheap one. */
  passwordCost?: PasswordCost;
  /** The least time of a request for a mail, milliseconds. Tests of other things do not wait. */
  mailFloorMs?: number;
};

/** The infrastructure that every feature uses. */
export type Infrastructure = ServerOptions &
  EditionInfrastructure & {
    db: Db;
    pool: pg.Pool;
    /** For statements that read whole tables. */
    longPool: pg.Pool;
    /** Resolves once what was visible before the call is replicated. */
    replicated(): Promise<void>;
    keyring: Keyring;
    fingerprint: Fingerprint;
    tokens: Tokens;
    /** The public address of this instance, without a trailing slash. */
    publicUrl: string;
  };

/** Opens the database, reads the imported edition and loads the keys. `close` closes the connections. */
export const openInfrastructure = async (
  options: ServerOptions,
): Promise<{ infrastructure: Infrastructure; close(): Promise<void> }> => {
  const { config, clock } = options;
  const target = {
    url: options.databaseUrl,
    onlyPrimary: true,
    connectTimeoutMs: options.databaseWaitMs,
    statementTimeoutMs: options.databaseWaitMs,
  };
  const {
    db,
    pool,
    close: closeDatabase,
  } = createDatabase({
    ...target,
    prepares: config.DATABASE_LISTEN_URL === undefined,
  });
  const longPool = createLongPool({
    ...target,
    // A pooler would ignore the longer timeout.
    url: config.DATABASE_LISTEN_URL ?? target.url,
    applicationName: 'laurel whole tables',
  });
  const close = async (): Promise<void> => {
    await Promise.all([closeDatabase(), longPool.end()]);
  };
  const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
  const read = async () => ({
    ...(await openEdition({ pool, logger: options.logger }, config.SUPPORT_EMAIL)),
    fingerprint: await loadFingerprint(db, keyring, clock.now()),
  });
  const found = await read().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const tokens = createTokens(config.jwtSecret, config.jwtSecretsPrevious);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const replicated = createReplicated(pool);
  return {
    infrastructure: { ...options, ...found, db, pool, longPool, replicated, keyring, tokens, publicUrl },
    close,
  };
};
