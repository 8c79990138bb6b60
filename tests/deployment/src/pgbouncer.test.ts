import { randomBytes } from 'node:crypto';
import { checkTimeLimits } from '@laurel/api/checks/go-live';
import { chatTopic } from '@laurel/contracts/destinations';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { createDatabase, type Database } from '@laurel/database/client';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import { fire } from '@laurel/support/load';
import { newPerson } from '@laurel/support/people';
import { type Pooler, startPooler } from '@laurel/support/pooler';
import { connectStomp } from '@laurel/support/stomp';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

let database: TestDatabase;
let pooler: Pooler;
let cluster: Cluster;
const started: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  started.push(database.drop);
  pooler = await startPooler(database.url);
  started.push(pooler.stop);
  // Migrations use the owner's direct connection. The application's role uses the pooler, and listens on a direct connection.
  cluster = await startCluster(2, { appUrl: pooler.url, migrateUrl: database.migrateUrl, listenUrl: database.url });
  started.push(cluster.close);
});
afterAll(async () => {
  for (const end of started.reverse()) await end();
});

const originOf = (index: number): string => cluster.servers[index]?.origin ?? '';

const post = async (origin: string, path: string, body: unknown, token?: string) => {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};

const submitted = z.object({ data: z.object({ identifier: z.string() }) });

describe('two processes behind PgBouncer in transaction mode', () => {
  it('read the statistics on shared connections', async () => {
    // In the first test nothing else runs, so the pooler lends both the same connection.
    for (const index of [0, 1, 0, 1]) {
      const answer = await fetch(`${originOf(index)}/api/vote/statistics`);
      expect(answer.status).toBe(200);
      expect(z.array(statisticsItemSchema).parse(await answer.json())).toHaveLength(22);
    }
  });

  it('accept every vote once, with correct tallies', async () => {
    const voters = await cluster.voters(400);
    const [vote] = cluster.ballot;
    if (!vote) throw new Error('the edition has no nominees');
    // Each voter votes twice, once at each process.
    const shots = voters.flatMap(({ token }) => [0, 1].map((index) => ({ origin: originOf(index), token, vote })));
    const answers = await fire(shots, 32);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(400);
    expect(answers.filter(({ code }) => code === 'vote.exists')).toHaveLength(400);
    expect(await cluster.audit()).toEqual({ votes: 400, wrongTallies: 0 });
  });

  it('read whole tables over direct connections, which have a longer timeout', async () => {
    const open = async (): Promise<number[]> => {
      const { rows } = await cluster.owner.query<{ port: number }>(
        `SELECT client_port AS port FROM pg_stat_activity WHERE application_name = 'laurel whole tables'`,
      );
      return rows.map(({ port }) => port);
    };
    // The log counts the verified voters when it appends votes.
    await expect.poll(open).not.toEqual([]);
    const { servers } = await pooler.figures();
    expect(servers).not.toEqual([]);
    expect((await open()).filter((port) => servers.includes(port))).toEqual([]);
  });

  it('run the transactions of many people over the few connections of the pooler', async () => {
    const before = await pooler.figures();
    const people = Array.from({ length: 40 }, () => newPerson());
    const answers = await Promise.all(
      people.map((person, index) => post(originOf(index % 2), '/api/users/register', person)),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    const after = await pooler.figures();
    expect(after.transactions - before.transactions).toBeGreaterThan(40);
    expect(after.servers.length).toBeLessThanOrEqual(20);
  });

  it('notify a browser at one process of a decision at the other', async () => {
    const [voter] = await cluster.voters(1, { social: false });
    const tag = `ada.${randomBytes(5).toString('hex')}`;
    const asked = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag };
    const answer = await post(originOf(0), '/api/users/verification', asked, voter?.token);
    const { identifier } = submitted.parse(answer.body).data;
    const peer = await connectStomp(originOf(0), '1.2');
    await peer.subscribe(chatTopic(identifier));
    const decided = await post(originOf(1), '/dev/instagram', { identifier, approved: true });
    expect(decided.status).toBe(200);
    await expect.poll(() => peer.messages.map(({ body }) => JSON.parse(body).verificationStatus)).toContain('VERIFIED');
    await peer.close();
  });

  // This test fails without connect_query: PgBouncer ignores what a process sends, and nothing set the limits.
  it('have the time limits of direct connections, and nothing to do about them', async () => {
    const direct = createDatabase({ url: database.url, maxConnections: 1 });
    const pooled = createDatabase({ url: pooler.url, maxConnections: 1 });
    const limitsOf = async ({ pool }: Database) => {
      const { rows } = await pool.query(
        `SELECT name, setting FROM pg_settings
          WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
      );
      return rows;
    };
    try {
      expect(await limitsOf(pooled)).toEqual(await limitsOf(direct));
      expect(await checkTimeLimits(pooled.pool)).toMatchObject({ ok: true, detail: expect.stringContaining('10s') });
    } finally {
      await Promise.all([direct.close(), pooled.close()]);
    }
  });

  it('end a transaction whose process stopped in it', async () => {
    const stopped = new pg.Client(pooler.url);
    // The server ends its connection.
    stopped.on('error', () => undefined);
    await stopped.connect();
    await stopped.query('BEGIN');
    const { rows } = await stopped.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await stopped.query(`SET LOCAL idle_in_transaction_session_timeout = '200ms'`);
    await expect
      .poll(async () => {
        const left = await cluster.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid]);
        return left.rowCount;
      })
      .toBe(0);
    await stopped.end();
    // The next connection has the limits again.
    const next = createDatabase({ url: pooler.url, maxConnections: 1 });
    expect(await checkTimeLimits(next.pool)).not.toHaveProperty('advice');
    await next.close();
  });

  it('are ready', async () => {
    for (const index of [0, 1]) expect((await fetch(`${originOf(index)}/readyz`)).status).toBe(200);
  });
});
