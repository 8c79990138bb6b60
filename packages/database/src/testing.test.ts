import { describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from './testing.ts';
import { accountRow, connect, insertRow } from './testing-rows.ts';
import { startTestServer } from './testing-server.ts';

const { ownerUrl, template } = inject('laurelTestServer');

const databases = async (like: string): Promise<unknown[]> => {
  const owner = await connect(ownerUrl);
  const { rows } = await owner.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [like]);
  await owner.end();
  return rows.map(({ datname }) => datname);
};
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

describe('test databases', () => {
  it('are migrated and separate', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const clients = await Promise.all([connect(one.url), connect(two.url)]);
    await insertRow(clients[0], 'accounts', accountRow());
    expect((await clients[0].query('SELECT 1 FROM accounts')).rowCount).toBe(1);
    expect((await clients[1].query('SELECT 1 FROM accounts')).rowCount).toBe(0);
    // Open connections are ended.
    await Promise.all([one.drop(), two.drop()]);
    await expect(clients[0].query('SELECT 1')).rejects.toThrow();
    expect(await databases(nameOf(one.url))).toEqual([]);
    await one.drop();
  });

  it('are used as the application’s role, which owns nothing', async () => {
    const test = await createTestDatabase();
    const client = await connect(test.url);
    const { rows } = await client.query(
      `SELECT rolsuper, (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owns FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, owns: 0 }]);
    await client.end();
    await test.drop();
  });

  // PostgreSQL refuses to copy a template with open connections.
  it('can be created concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => createTestDatabase()));
    expect(new Set(made.map(({ url }) => url)).size).toBe(12);
    await Promise.all(made.map(({ drop }) => drop()));
  });

  it('can have content that the first one writes, and that no other test meets', async () => {
    let written = 0;
    const content = {
      name: 'one_account',
      write: async (migrateUrl: string) => {
        written += 1;
        const owner = await connect(migrateUrl);
        await insertRow(owner, 'accounts', accountRow());
        await owner.end();
      },
    };
    const made = await Promise.all([
      ...Array.from({ length: 3 }, () => createTestDatabase({ content })),
      createTestDatabase(),
    ]);
    const clients = await Promise.all(made.map(({ url }) => connect(url)));
    const counts = await Promise.all(clients.map((client) => client.query('SELECT 1 FROM accounts')));
    expect(counts.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 0]);
    expect(written).toBe(1);
    await Promise.all(clients.map((client) => client.end()));
    await Promise.all(made.map(({ drop }) => drop()));
  });

  it('can be created empty', async () => {
    const test = await createTestDatabase({ migrated: false });
    const owner = await connect(test.migrateUrl);
    expect((await owner.query(`SELECT to_regclass('votes') AS votes`)).rows).toEqual([{ votes: null }]);
    await owner.end();
    await test.drop();
  });
});

describe('the test server', () => {
  it('is the one of TEST_DATABASE_URL, if set: the templates are created there and dropped', async () => {
    const { server, stop } = await startTestServer({ TEST_DATABASE_URL: ownerUrl });
    expect(server.ownerUrl).toBe(ownerUrl);
    expect(server.template).not.toBe(template);
    expect(await databases(server.template)).toEqual([server.template]);
    const owner = await connect(ownerUrl);
    await owner.query(`CREATE DATABASE ${server.template}_content`);
    await owner.end();
    await stop();
    expect(await databases(`${server.template}%`)).toEqual([]);
    expect(await databases(template)).toContain(template);
  });

  it('is the embedded one if LAUREL_TEST_POSTGRES says so, despite TEST_DATABASE_URL', async () => {
    const { server, stop } = await startTestServer({ TEST_DATABASE_URL: ownerUrl, LAUREL_TEST_POSTGRES: 'embedded' });
    expect(new URL(server.ownerUrl).host).not.toBe(new URL(ownerUrl).host);
    const owner = await connect(server.ownerUrl);
    expect((await owner.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }]);
    await owner.end();
    await stop();
    await expect(connect(server.ownerUrl)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('rejects an unknown kind', async () => {
    await expect(startTestServer({ LAUREL_TEST_POSTGRES: 'oracle' })).rejects.toThrow(
      'testcontainers or embedded, not oracle',
    );
  });
});
