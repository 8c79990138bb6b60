import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from './client.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** A way to the server that can swallow everything, without a word to either end. */
const startWay = async (url: string) => {
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
    /** Present connections lead nowhere from now on; new ones work. */
    swallow: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
};

describe('a database that vanished with its connections open', () => {
  let test: TestDatabase;
  let way: Awaited<ReturnType<typeof startWay>>;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    way = await startWay(test.url);
    database = createDatabase({ url: way.url, maxConnections: 2, statementTimeoutMs: 300, connectTimeoutMs: 20_000 });
  });
  afterAll(async () => {
    await database.close();
    way.close();
    await test.drop();
  });

  it('is given up after a while: queries fail, their connections are closed, and new ones work', async () => {
    await Promise.all([database.db.account.count(), database.db.account.count()]);
    expect(database.pool.totalCount).toBe(2);
    way.swallow();
    const transaction = database.db.$transaction((tx) => tx.account.count());
    await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await expect(transaction).rejects.toThrow();
    expect(await database.db.account.count()).toBe(0);
  });

  it('does not cut a connection that is used now and then', async () => {
    const client = await database.pool.connect();
    for (let asked = 0; asked < 6; asked += 1) {
      await client.query('SELECT 1');
      await sleep(500);
    }
    client.release();
  });
});
