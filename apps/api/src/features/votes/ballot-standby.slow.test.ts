import { connect } from '@laurel/database/testing-rows';
import type { Cluster } from '@laurel/support/cluster';
import { fire, type Shot } from '@laurel/support/load';
import { type OwnPostgres, startOwnPostgres } from '@laurel/support/own-postgres';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { parseNote } from '@laurel/tlog/note';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_LOCK } from '../public-log/store.ts';

let own: OwnPostgres;
let cluster: Cluster;
beforeAll(async () => {
  own = await startOwnPostgres();
  ({ cluster } = own);
});
afterAll(() => own.close());

/** The status of the answer to a request for the voter's own votes or receipts, and how many it lists. */
const ownAnswer = async (path: string, token: string): Promise<[status: number, count: number]> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${cluster.origin(0)}/api/vote/${path}`, { headers });
  const body: unknown = await answer.json();
  return [answer.status, Array.isArray(body) ? body.length : 0];
};

/** The size of the log that the server shows. */
const shownSize = async (): Promise<number> => {
  const answer = await fetch(`${cluster.origin(0)}/log/${cluster.log.year}/checkpoint`);
  return answer.ok ? parseCheckpoint(parseNote(await answer.text()).text).size : 0;
};

const storedSize = async (): Promise<number> => {
  const { rows } = await cluster.owner.query<{ size: number }>('SELECT max(size)::int AS size FROM log_checkpoints');
  return rows[0]?.size ?? 0;
};

/** Ends the backend that appends to the log and waits for the standby, as a crash of PostgreSQL would. */
const endAppend = async (): Promise<number> => {
  const { rows } = await cluster.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%append_to_log%'`,
  );
  return rows.length;
};

/** The backends whose confirmation waits for the standby. */
const confirming = async (): Promise<number[]> => {
  const { rows } = await cluster.owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'`,
  );
  return rows.map(({ pid }) => pid);
};

/** Makes every commit wait for the standby of this name; with an empty name commits don't wait. */
const nameStandby = async (name: string): Promise<void> => {
  await cluster.owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await cluster.owner.query('SELECT pg_reload_conf()');
};

/** Makes every commit wait for a standby that does not exist. Resolves once one waits. */
const loseStandby = async (): Promise<void> => {
  await nameStandby('nobody');
  const client = await connect(cluster.migrateUrl);
  // node-postgres has no type for the process id of its backend.
  const pid = Reflect.get(client, 'processID');
  let waits = false;
  const committing = (async () => {
    while (!waits) await client.query(`SELECT pg_logical_emit_message(true, 'test', '')`);
  })();
  await expect
    .poll(async () => {
      const { rowCount } = await cluster.owner.query(
        `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`,
        [pid],
      );
      return rowCount;
    })
    .toBe(1);
  waits = true;
  await cluster.owner.query('SELECT pg_cancel_backend($1)', [pid]);
  await committing;
  await client.end();
};

describe('when the synchronous standby is away', () => {
  it('acknowledges no vote that is on one machine only', async () => {
    const origin = cluster.servers[0]?.origin ?? '';
    const people = await cluster.voters(3);
    const [vote] = cluster.ballot;
    if (!vote) throw new Error('the ballot is empty');
    const shots: Shot[] = people.map(({ token }) => ({ origin, token, vote }));
    await loseStandby();
    // The second attempt finds the votes of the first on the primary.
    for (const _ of [1, 2]) {
      const answers = await fire(shots, 3);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    }
    const { rows } = await cluster.owner.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'laurel ballot box'`,
    );
    expect(rows[0]?.open).toBeLessThanOrEqual(2);
    // This test fails without the confirmation: both answers contained the vote, which the page then shows as recorded.
    const [token = ''] = people.map((each) => each.token);
    const asked = ['my-votes', 'receipts'].map((path) => ownAnswer(path, token));
    expect(await Promise.all(asked)).toEqual([
      [503, 0],
      [503, 0],
    ]);
    // This test fails if the backend of an abandoned confirmation is not ended: each later confirmation added a
    // backend.
    const [first] = await confirming();
    expect(first).toBeGreaterThan(0);
    const later = async (): Promise<readonly number[]> => {
      await ownAnswer('my-votes', token);
      return confirming();
    };
    await expect.poll(later, { interval: 200 }).not.toContain(first);
    expect((await confirming()).length).toBeLessThanOrEqual(1);
    await nameStandby('');
    await expect
      .poll(async () => (await fire(shots, 3)).map(({ status }) => status), { interval: 500 })
      .toEqual([409, 409, 409]);
    expect(await ownAnswer('my-votes', token)).toEqual([200, 1]);
    expect(await ownAnswer('receipts', token)).toEqual([200, 1]);
    expect(await cluster.audit()).toEqual({ votes: 3, wrongTallies: 0 });
  });

  // This test fails without the confirmation: the checkpoint was shown at once.
  it('shows no checkpoint of the log that is on one machine only', async () => {
    const [voter] = await cluster.voters(1);
    const [vote] = cluster.ballot;
    if (!voter || !vote) throw new Error('nobody can vote');
    // Without this lock no process appends, so the log does not grow before the standby is away.
    await cluster.owner.query('SELECT pg_advisory_lock($1)', [LOG_LOCK]);
    const before = await storedSize();
    await expect.poll(shownSize).toBe(before);
    const [answer] = await fire([{ origin: cluster.origin(0), token: voter.token, vote }], 1);
    expect(answer?.status).toBe(201);
    await loseStandby();
    await cluster.owner.query('SELECT pg_advisory_unlock($1)', [LOG_LOCK]);
    await expect.poll(endAppend).toBe(1);
    await expect.poll(storedSize).toBeGreaterThan(before);
    // Each look of the server waits for its confirmation. The second one begins after the first one gave up.
    const looking = async (): Promise<number[]> => {
      expect(await shownSize()).toBe(before);
      return confirming();
    };
    await expect.poll(looking).toHaveLength(1);
    const first = await confirming();
    await expect.poll(async () => (await looking()).filter((pid) => !first.includes(pid))).toHaveLength(1);
    await nameStandby('');
    await expect.poll(shownSize).toBeGreaterThan(before);
  });
});
