import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, ensureYear } from './testing-rows.ts';
import { type TestServer, withDatabase } from './testing-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    laurelTestServer: TestServer;
  }
}

export type TestDatabase = {
  /** The application role's connection string, as in production. */
  url: string;
  /** The owner's connection string. */
  migrateUrl: string;
  /** The console role's connection string. */
  consoleUrl: string;
  /** Ends open connections and drops the database. */
  drop(): Promise<void>;
};

/** An arbitrary number. PostgreSQL copies a template only while no client is connected to it, so copies take turns. */
const COPY_LOCK = 5_203_175;

/** Runs `work` as the owner on the run's server, outside any test database. */
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

/** Content that many tests begin with. The first of a run writes it into a template, which the others copy. */
export type Content = { name: string; write(migrateUrl: string): Promise<void> };

/** An edition without anything, which is the current one. */
export const YEAR: Content = {
  name: 'year',
  write: async (migrateUrl) => {
    const owner = await connect(migrateUrl);
    await ensureYear(owner).finally(() => owner.end());
  },
};

type Options = { migrated?: boolean; content?: Content };

/** PostgreSQL's code for a database that has connections. */
const OBJECT_IN_USE = '55006';

const randomName = (): string => `laurel_test_${randomBytes(8).toString('hex')}`;

// Copying files takes a third of the time of PostgreSQL's default, which writes each page to the log.
const copy = (client: pg.Client, template: string, name: string) =>
  client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);

/**
 * Drops a database. PostgreSQL waits up to five seconds until its connections are closed: pg's pools end before that, and a
 * connection that is closed by force makes an ended client throw. What a test left open is closed by force.
 */
const drop = async (client: pg.Client, name: string): Promise<void> => {
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
};

/** Returns the template with the content. It gets its name when it is complete. */
const templateWith = async (server: TestServer, client: pg.Client, content: Content): Promise<string> => {
  const template = `${server.template}_${content.name}`;
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount) return template;
  const unfinished = randomName();
  await copy(client, server.template, unfinished);
  await content.write(withDatabase(server.ownerUrl, unfinished));
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  return template;
};

/**
 * Creates a database: a copy of the run's migrated template, with content if that is given, or an empty one. Needs
 * `@laurel/database/testing-setup` in the globalSetup of vitest.config.ts.
 */
export const createTestDatabase = async ({ migrated = true, content }: Options = {}): Promise<TestDatabase> => {
  const server = inject('laurelTestServer');
  if (!server) throw new Error('add packages/database/src/testing-setup.ts to globalSetup in vitest.config.ts');
  const name = randomName();
  await asOwner(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
    const plain = migrated ? server.template : 'template0';
    await copy(client, content ? await templateWith(server, client, content) : plain, name);
  });
  return {
    url: withDatabase(server.appUrl, name),
    migrateUrl: withDatabase(server.ownerUrl, name),
    consoleUrl: withDatabase(server.consoleUrl, name),
    drop: () => asOwner(server, (client) => drop(client, name)),
  };
};

/** A migrated database with the owner's and the application's client. `close` ends both and drops the database. */
export const openTestDatabase = async () => {
  const test = await createTestDatabase();
  const [owner, app] = [await connect(test.migrateUrl), await connect(test.url)];
  const close = async (): Promise<void> => {
    await Promise.all([owner.end(), app.end()]);
    await test.drop();
  };
  return { ...test, owner, app, close };
};
