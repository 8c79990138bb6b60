import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './embedded-account.ts';
import { embeddedBinDir } from './embedded-binaries.ts';
import {
  APP_ROLE,
  CONSOLE_ROLE,
  type Credentials,
  consolePassword,
  DATABASE,
  ensureCluster,
  OWNER_ROLE,
  readCredentials,
} from './embedded-cluster.ts';
import { isPostmasterOf, readPidFile } from './embedded-pidfile.ts';
import { type Postmaster, type PostmasterOptions, StartError, startPostmaster } from './embedded-process.ts';
import { freePort } from './free-port.ts';
import { lockDirectory } from './instance-lock.ts';

export type EmbeddedOptions = {
  /** The database is in `<dataDir>/postgres`, which is created if missing. */
  dataDir: string;
  /** On 127.0.0.1; a free port by default. */
  port?: number;
  /** Server settings over the defaults, e.g. `{ max_connections: '200' }`. */
  settings?: Readonly<Record<string, string>>;
};

export type EmbeddedUrls = {
  /** The application role's; `migrate` creates the role. */
  appUrl: string;
  /** The owner's. */
  migrateUrl: string;
  /** The console's role; `migrate` creates the role. */
  consoleUrl: string;
};

export type Embedded = EmbeddedUrls & {
  /** Stops the server and its supervision. Can be called more than once. */
  stop(): Promise<void>;
};

const clusterDirOf = (dataDir: string): string => join(realpathSync(dataDir), 'postgres');

const urlsOf = ({ ownerPassword, appPassword }: Credentials, port: number): EmbeddedUrls => ({
  migrateUrl: `postgres://${OWNER_ROLE}:${ownerPassword}@127.0.0.1:${port}/${DATABASE}`,
  appUrl: `postgres://${APP_ROLE}:${appPassword}@127.0.0.1:${port}/${DATABASE}`,
  consoleUrl: `postgres://${CONSOLE_ROLE}:${consolePassword(ownerPassword)}@127.0.0.1:${port}/${DATABASE}`,
});

const ATTEMPTS = 40;

/** Starts the server. Retries if the port was taken meanwhile or the children of a killed server are still ending. */
const startWithRetries = async (options: Omit<PostmasterOptions, 'port'>, fixedPort: number | undefined) => {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await freePort());
    try {
      return { port, postmaster: await startPostmaster({ ...options, port }) };
    } catch (error) {
      const worthATry = error instanceof StartError && (error.stillInUse || (error.portTaken && !fixedPort));
      if (!worthATry || attempt === ATTEMPTS) throw error;
      await sleep(error.stillInUse ? 250 : 0);
    }
  }
};

const ensureDatabase = async (migrateUrl: string): Promise<void> => {
  const url = new URL(migrateUrl);
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
};

/**
 * Starts a PostgreSQL for development and tests on 127.0.0.1, with generated passwords and fsync on. Only one process may
 * use a `dataDir` at a time. A server left over from a killed process is stopped and replaced (it may be shutting down).
 * A server that dies while in use is restarted on the same port.
 * @throws DirectoryInUseError when another process is using `dataDir`
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  mkdirSync(options.dataDir, { recursive: true });
  const clusterDir = clusterDirOf(options.dataDir);
  const binDir = embeddedBinDir();
  const lock = await lockDirectory(options.dataDir);
  let running: Postmaster | undefined;
  let stopped: Promise<void> | undefined;
  try {
    const account = chooseAccount(clusterDir, binDir);
    const credentials = await ensureCluster(clusterDir, binDir, account);
    const settings = options.settings ?? {};
    const { port, postmaster } = await startWithRetries({ clusterDir, binDir, account, settings }, options.port);
    running = postmaster;
    const urls = urlsOf(credentials, port);
    await ensureDatabase(urls.migrateUrl);

    let stopping = false;
    let restart: Promise<void> = Promise.resolve();
    const restartServer = async (): Promise<void> => {
      for (let delay = 50; !stopping; delay = Math.min(delay * 2, 2_000)) {
        try {
          running = await startPostmaster({ clusterDir, binDir, account, settings, port });
          keepAlive(running);
          return;
        } catch {
          await sleep(delay, undefined, { ref: false });
        }
      }
    };
    const keepAlive = (server: Postmaster): void => {
      void server.ended.then(() => {
        if (!stopping) restart = restartServer();
      });
    };
    keepAlive(postmaster);

    const stop = async (): Promise<void> => {
      stopping = true;
      await restart;
      await running?.stop();
      await lock.release();
    };
    return {
      ...urls,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await running?.stop();
    await lock.release();
    throw error;
  }
};

/** The connection strings of the running embedded server of `dataDir`, for commands run beside a running Laurel. */
export const findEmbedded = (dataDir: string): EmbeddedUrls | undefined => {
  if (!existsSync(join(dataDir, 'postgres'))) return undefined;
  const clusterDir = clusterDirOf(dataDir);
  const found = readPidFile(clusterDir);
  if (!found?.ready || !isPostmasterOf(clusterDir, found.pid)) return undefined;
  return urlsOf(readCredentials(clusterDir), found.port);
};
