import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@laurel/api/app';
import { readConfig } from '@laurel/api/config';
import type { PasswordCost } from '@laurel/api/crypto/hasher';
import { createDeps, type Deps } from '@laurel/api/deps';
import { readForImport } from '@laurel/api/wiring/database';
import { createLogger } from '@laurel/api/wiring/logger';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { importEdition } from '@laurel/database/editions';
import { type Content, createTestDatabase } from '@laurel/database/testing';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { createTestClock, type TestClock } from './clock.ts';

/** Parameters of a fast password hash. */
const CHEAP: PasswordCost = { memoryKiB: 64, passes: 1 };

/** How long a call waits for the database: longer than in production, because the machine may be busy. */
export const DATABASE_WAIT_MS = 300_000;

/** A complete API on its own database, with a test clock. */
export type TestApi = {
  app: FastifyInstance;
  deps: Deps;
  clock: TestClock;
  /** The owner's connection string, for actions that the application's role may not perform. */
  migrateUrl: string;
  /** The console role's connection string. */
  consoleUrl: string;
  /** POST with a JSON body and an optional bearer token. */
  post(path: string, body?: unknown, options?: CallOptions): Promise<LightMyRequestResponse>;
  get(path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

/** Another process with the same database, keys and clock, as after a restart. `close` ends it. */
export const startAnotherProcess = async (
  { deps: { config, clock, logger, databaseUrl } }: Pick<TestApi, 'deps'>,
  env: Partial<Deps['config']> = {},
): Promise<Pick<TestApi, 'app' | 'deps' | 'close'>> => {
  const deps = await createDeps({
    ...{ clock, logger, databaseUrl, webDir: config.WEB_DIR, passwordCost: CHEAP },
    config: { ...config, ...env },
  });
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    close: async () => {
      await app.close();
      await deps.close();
    },
  };
};

/** Serves an application on a free port of this machine. @returns the port */
export const serve = async ({ app }: { app: Pick<FastifyInstance, 'listen'> }): Promise<number> =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);

export type CallOptions = { token?: string; headers?: Record<string, string>; ip?: string };

const injection = (options: CallOptions): Pick<InjectOptions, 'headers' | 'remoteAddress'> => ({
  headers: { ...options.headers, ...(options.token ? { authorization: `Bearer ${options.token}` } : {}) },
  remoteAddress: options.ip ?? '127.0.0.1',
});

/** Imports the edition in a folder (the demo edition by default). */
export const importTestEdition = async (owner: string | pg.ClientBase, directory = demoEditionDir): Promise<void> => {
  const by = { actor: 'test', reason: 'a test' };
  await importEdition(owner, await readForImport(directory), { by, allowWithdraw: true, now: () => new Date() });
};

/** The demo edition, which almost every API serves. */
const DEMO: Content = { name: 'demo', write: (migrateUrl) => importTestEdition(migrateUrl) };

/**
 * Starts an API in this process on a new database; `close` removes everything.
 * @param env variables that override the defaults of a development instance
 * @param logTo gets each line of the log, if LOG_LEVEL enables it
 * @param waits {} are those of production
 */
export const startTestApi = async (
  env: Record<string, string> = {},
  logTo?: (line: string) => void,
  waits: { mailFloorMs?: number } = { mailFloorMs: 0 },
): Promise<TestApi> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-test-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const directory = config.EDITION_DIR;
  const database = await createTestDatabase(directory === undefined ? { content: DEMO } : {});
  if (directory !== undefined) await importTestEdition(database.migrateUrl, directory);
  const clock = createTestClock();
  const logger = createLogger(config, logTo && { write: logTo });
  const deps = await createDeps({
    config,
    databaseUrl: database.url,
    webDir: config.WEB_DIR,
    clock,
    logger,
    passwordCost: CHEAP,
    ...waits,
    databaseWaitMs: DATABASE_WAIT_MS,
  });
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    clock,
    migrateUrl: database.migrateUrl,
    consoleUrl: database.consoleUrl,
    post: (path, body, options = {}) =>
      app.inject({
        method: 'POST',
        url: `/api${path}`,
        ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
        ...injection(options),
      }),
    get: (path, options = {}) => app.inject({ method: 'GET', url: `/api${path}`, ...injection(options) }),
    close: async () => {
      await app.close();
      await deps.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
