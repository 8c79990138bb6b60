import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@laurel/support/cluster';
import { fire, type Shot } from '@laurel/support/load';
import { type OwnPostgres, startOwnPostgres } from '@laurel/support/own-postgres';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { parseNote } from '@laurel/tlog/note';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let own: OwnPostgres;
let cluster: Cluster;
beforeAll(async () => {
  own = await startOwnPostgres();
  ({ cluster } = own);
});
afterAll(() => own.close());

const LIMIT_MS = 20_000;

/** The advisory lock of the process that appends to the log. */
const SEQUENCER_LOCK = 5_203_192;

/** The status of the answer to a request for the voter's own votes or receipts, and how many it lists. */
const ownAnswer = async (path: string, token: string): Promise<[status: number, count: number]> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${cluster.origin(0)}/api/vote/${path}`, {
    headers,
    signal: AbortSignal.timeout(LIMIT_MS),
  });
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
const requireStandby = async (name: string): Promise<void> => {
  await cluster.owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await cluster.owner.query('SELECT pg_reload_conf()');
  await sleep(300);
};

describe('when the synchronous standby is away', () => {
  it('acknowledges no vote that is on one machine only', async () => {
    const origin = cluster.servers[0]?.origin ?? '';
    const people = await cluster.voters(3);
    const [vote] = cluster.ballot;
    if (!vote) throw new Error('the ballot is empty');
    const shots: Shot[] = people.map(({ token }) => ({ origin, token, vote }));
    await requireStandby('nobody');
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
    await expect.poll(later, { timeout: 2 * LIMIT_MS, interval: 200 }).not.toContain(first);
    expect((await confirming()).length).toBeLessThanOrEqual(1);
    await requireStandby('');
    await expect
      .poll(async () => (await fire(shots, 3)).map(({ status }) => status), { interval: 500 })
      .toEqual([409, 409, 409]);
    expect(await ownAnswer('my-votes', token)).toEqual([200, 1]);
    expect(await ownAnswer('receipts', token)).toEqual([200, 1]);
    expect(await cluster.audit()).toEqual({ votes: 3, wrongTallies: 0 });
  });

  // This test fails without the confirmation: the checkpoint was shown at once.
  it('shows no checkpoint of the log that is on one machine only', async () => {
    const inTime = { timeout: LIMIT_MS, interval: 200 };
    const [voter] = await cluster.voters(1);
    const [vote] = cluster.ballot;
    if (!voter || !vote) throw new Error('nobody can vote');
    // Without this lock no process appends, so the log does not grow before the standby is away.
    await cluster.owner.query('SELECT pg_advisory_lock($1)', [SEQUENCER_LOCK]);
    const before = await storedSize();
    await expect.poll(shownSize, inTime).toBe(before);
    const [answer] = await fire([{ origin: cluster.origin(0), token: voter.token, vote }], 1);
    expect(answer?.status).toBe(201);
    await requireStandby('nobody');
    await cluster.owner.query('SELECT pg_advisory_unlock($1)', [SEQUENCER_LOCK]);
    await expect.poll(endAppend, inTime).toBe(1);
    await expect.poll(storedSize, inTime).toBeGreaterThan(before);
    for (let looks = 0; looks < 10; looks += 1) {
      expect(await shownSize()).toBe(before);
      await sleep(500);
    }
    await requireStandby('');
    await expect.poll(shownSize, inTime).toBeGreaterThan(before);
  });
});
