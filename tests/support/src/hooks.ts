import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Role } from '@laurel/contracts/console/permissions';
import type { Queryable } from '@laurel/database/queryable';
import { openTestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { type ConsoleClient, startTestConsole, type TestConsole } from './console.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { startTestQueue, type TestQueue } from './queue.ts';

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/** Opens a new database before the tests of the file (or `describe`) and drops it after them. */
export const useTestDatabase = (): TestDatabase => {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase());
  });
  afterAll(() => database.close());
  return database;
};

/** Starts a queue of messages before the tests of the file (or `describe`) and closes it after them. */
export const useTestQueue = (): TestQueue => {
  const queue = {} as TestQueue;
  beforeAll(async () => {
    Object.assign(queue, await startTestQueue());
  });
  afterAll(() => queue.close());
  return queue;
};

/** Starts an API before the tests of the file (or `describe`) and closes it after them. */
export const useTestApi = (...options: Parameters<typeof startTestApi>): TestApi => {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await startTestApi(...options));
  });
  afterAll(() => api.close());
  return api;
};

/**
 * Connects as the owner of the tables before the tests of the file (or `describe`), until they end: the owner may
 * write what the application's role may not.
 */
export const useOwner = (api: TestApi): Queryable => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(api.migrateUrl);
    await client.connect();
  });
  afterAll(() => client.end());
  return { query: ((...query: [string, unknown[]]) => client.query(...query)) as pg.Client['query'] };
};

/** Starts the console of an API before the tests of the file (or `describe`) and closes it after them. */
export const useTestConsole = (api: TestApi): TestConsole => {
  const desk = {} as TestConsole;
  beforeAll(async () => {
    Object.assign(desk, await startTestConsole(api));
  });
  afterAll(() => desk.close());
  return desk;
};

/** Invites a person to a console before the tests of the file (or `describe`). */
export const useMember = (desk: TestConsole, name: string, role: Role): ConsoleClient => {
  const member = {} as ConsoleClient;
  beforeAll(async () => {
    Object.assign(member, await desk.member(name, role));
  });
  return member;
};

/** Starts a cluster before the tests of the file (or `describe`) and closes it after them. */
export const useCluster = (...options: Parameters<typeof startCluster>): Cluster => {
  const cluster = {} as Cluster;
  beforeAll(async () => {
    Object.defineProperties(cluster, Object.getOwnPropertyDescriptors(await startCluster(...options)));
  });
  afterAll(() => cluster.close());
  return cluster;
};

/** A copy of the demo edition, which is removed after the tests of the file (or `describe`). */
export type EditionFolder = {
  path: string;
  /** Replaces text in a file of the folder, which must contain it. */
  edit(file: string, from: RegExp, to: string): void;
};

export const useEditionFolder = (): EditionFolder => {
  const path = join(tmpdir(), `laurel-edition-${randomUUID()}`);
  beforeAll(() => cpSync(demoEditionDir, path, { recursive: true }));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    edit: (file, from, to) => {
      const text = readFileSync(join(path, file), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(path, file), text.replace(from, to));
    },
  };
};
