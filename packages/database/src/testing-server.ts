import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { lockDirectory } from './instance-lock.ts';
import { migrate } from './migrate.ts';
import { temporaryDir } from './testing-directory.ts';

/** A PostgreSQL for tests: connection strings of the roles, and the name of the migrated template. */
export type TestServer = { ownerUrl: string; appUrl: string; consoleUrl: string; template: string };

type Started = { ownerUrl: string; stop(): Promise<void> };

const IMAGE = 'postgres:17';
const APP_ROLE = 'laurel_test_app';
const CONSOLE_ROLE = 'laurel_test_console';
const READY = /database system is ready to accept connections/;
const ONE_HOUR_MS = 3_600_000;

/** The same server and database, as a test role. */
const asRole = (url: string, role: string): string => {
  const parsed = new URL(url);
  parsed.username = role;
  parsed.password = role;
  return parsed.href;
};

/** The same server and user, another database. */
export const withDatabase = (url: string, database: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
};

const PREFIX = 'laurel-postgres-';
const OLD_MS = 10 * 60_000;

/** Removes the directories of killed runs: those that are not locked and not new. */
const sweep = async (parent: string): Promise<void> => {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const dir = join(parent, name);
    try {
      if (Date.now() - statSync(dir).mtimeMs < OLD_MS) continue;
      const lock = await lockDirectory(dir);
      rmSync(dir, { recursive: true, force: true });
      await lock.release();
    } catch {
      // In use, owned by another user, or removed by another run.
    }
  }
};

const startOwn = async (): Promise<Started> => {
  const parent = temporaryDir();
  await sweep(parent);
  const dataDir = mkdtempSync(join(parent, PREFIX));
  const settings = { max_connections: '300', max_wal_size: '256MB' };
  const { migrateUrl, stop } = await startEmbedded({ dataDir, settings });
  return {
    ownerUrl: migrateUrl,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const startContainer = async (): Promise<Started> => {
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const { Wait } = await import('testcontainers');
  const container = await new PostgreSqlContainer(IMAGE)
    .withTmpFs({ '/var/lib/postgresql/data': 'rw' })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'max_wal_size=256MB'])
    // The default health check starts a process in the container four times a second.
    .withHealthCheck({ test: ['CMD', 'pg_isready'], interval: ONE_HOUR_MS })
    // The first such line is from the server that prepares the data directory.
    .withWaitStrategy(Wait.forAll([Wait.forLogMessage(READY, 2), Wait.forListeningPorts()]))
    .start();
  return {
    ownerUrl: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
};

/** Whether a container engine is running and has the image: a test run never waits for a download. */
const engineHasImage = (): Promise<boolean> =>
  new Promise((resolve) => {
    const host = process.env.DOCKER_HOST;
    if (host && !host.startsWith('unix://')) {
      resolve(true);
      return;
    }
    const socketPath = host ? host.slice('unix://'.length) : '/var/run/docker.sock';
    const call = request({ socketPath, path: `/images/${IMAGE}/json`, timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(false));
    call.end();
  });

/**
 * Uses TEST_DATABASE_URL (a role that may create databases and roles), else a container if an engine has the image, else
 * the embedded server. LAUREL_TEST_POSTGRES=testcontainers|embedded forces one of the latter two.
 */
const startServer = async (env: NodeJS.ProcessEnv): Promise<Started> => {
  const forced = env.LAUREL_TEST_POSTGRES;
  if (forced === 'testcontainers') return startContainer();
  if (forced === 'embedded') return startOwn();
  if (forced) throw new Error(`LAUREL_TEST_POSTGRES is testcontainers or embedded, not ${forced}`);
  if (env.TEST_DATABASE_URL) return { ownerUrl: env.TEST_DATABASE_URL, stop: async () => undefined };
  return (await engineHasImage()) ? startContainer() : startOwn();
};

const onServer = async (ownerUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client(ownerUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Drops the template, and those that were made of it. */
const dropTemplates = async (client: pg.Client, template: string): Promise<void> => {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
};

/** Starts the server of a test run and creates the template of the test databases. */
export const startTestServer = async (
  env: NodeJS.ProcessEnv,
): Promise<{ server: TestServer; stop(): Promise<void> }> => {
  const { ownerUrl, stop } = await startServer(env);
  try {
    const template = `laurel_template_${randomBytes(8).toString('hex')}`;
    const [appUrl, consoleUrl] = [asRole(ownerUrl, APP_ROLE), asRole(ownerUrl, CONSOLE_ROLE)];
    await onServer(ownerUrl, (client) => client.query(`CREATE DATABASE ${template}`));
    await migrate({
      migrateUrl: withDatabase(ownerUrl, template),
      appUrl: withDatabase(appUrl, template),
      consoleUrl: withDatabase(consoleUrl, template),
    });
    return {
      server: { ownerUrl, appUrl, consoleUrl, template },
      stop: async () => {
        await onServer(ownerUrl, (client) => dropTemplates(client, template));
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
