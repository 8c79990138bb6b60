import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type TestServer, withDatabase } from './testing-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    laurelTestServer: TestServer;
  }
}

export type TestDatabase = {
  /** The application role's connection string: what is under test connects as in production. */
  url: string;
  /** The owner's connection string. */
  migrateUrl: string;
  /** Ends what is still connected and removes the database. */
  drop(): Promise<void>;
};

/** Any number: PostgreSQL refuses to copy a template while somebody is connected to it, so copies take turns. */
const COPY_LOCK = 5_203_175;

/** Runs `work` on the run's server, outside any test database. */
const asOwner = async <T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(server.ownerUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * A fresh database of one's own: migrated (a copy of the run's template), or empty on request. Needs `@laurel/database/testing-setup` among
 * the globalSetup files of vitest.config.ts.
 */
export const createTestDatabase = async ({ migrated = true } = {}): Promise<TestDatabase> => {
  const server = inject('laurelTestServer');
  if (!server) throw new Error('add packages/database/src/testing-setup.ts to globalSetup in vitest.config.ts');
  const name = `laurel_test_${randomBytes(8).toString('hex')}`;
  await asOwner(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${migrated ? server.template : 'template0'}`);
  });
  return {
    url: withDatabase(server.appUrl, name),
    migrateUrl: withDatabase(server.ownerUrl, name),
    drop: () =>
      asOwner(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
};
