import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from './client.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** A TCP proxy that can stop forwarding without closing its connections. */
const startProxy = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url: through.href,
    /** Stops forwarding on current connections; new ones work. */
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
};

describe('a database that vanishes without closing its connections', () => {
  let test: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    proxy = await startProxy(test.url);
    database = createDatabase({
      url: proxy.url,
      maxConnections: 2,
      statementTimeoutMs: 2_000,
      connectTimeoutMs: 20_000,
    });
  });
  afterAll(async () => {
    await database.close();
    proxy.close();
    await test.drop();
  });

  it('times out: queries fail, their connections are closed, and new ones work', async () => {
    await Promise.all([database.db.account.count(), database.db.account.count()]);
    expect(database.pool.totalCount).toBe(2);
    proxy.freeze();
    const transaction = database.db.$transaction((tx) => tx.account.count());
    await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await expect(transaction).rejects.toThrow();
    expect(await database.db.account.count()).toBe(0);
  });

  it('does not close a connection that is used occasionally', async () => {
    const [used, silent] = [await database.pool.connect(), await database.pool.connect()];
    const cut = once(silent, 'error');
    let isCut = false;
    void cut.then(() => {
      isCut = true;
    });
    while (!isCut) await used.query('SELECT 1');
    expect(await cut).toMatchObject([{ code: 'ETIMEDOUT' }]);
    await used.query('SELECT 1');
    used.release();
    silent.release(true);
  });
});
