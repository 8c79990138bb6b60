import { EventEmitter, once } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { accountRow, castVotes, connect, insertNominees, insertRow, insertVoters } from './testing-rows.ts';

/** Test voters are registered at 10:00 on 1 May. */
const START = Date.parse('2026-05-01T10:00:00.000Z');
const at = (minute: number, second = 0): Date => new Date(START + minute * 60_000 + second * 1_000);

type Test = Awaited<ReturnType<typeof openTestDatabase>>;
let test: Test;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

const record = async (client: pg.Client, until: Date): Promise<Date | null> =>
  (await client.query<{ until: Date | null }>('SELECT record_activity($1) AS until', [until])).rows[0]?.until ?? null;

/** The counts of a kind by minute after the start. */
const recorded = async (kind: string): Promise<Record<number, number>> => {
  const { rows } = await test.app.query<{ minute: Date; count: string }>(
    'SELECT minute, count FROM activity WHERE kind = $1 ORDER BY minute',
    [kind],
  );
  return Object.fromEntries(rows.map(({ minute, count }) => [(minute.getTime() - START) / 60_000, Number(count)]));
};

describe('record_activity', () => {
  it('counts votes and people who vote for the first time, in closed minutes only', async () => {
    const voters = await insertVoters(test.owner, 3);
    const [one = [], other = []] = await insertNominees(test.owner, 2, 1);
    const [a = '', b = '', c = ''] = voters.map(({ sessionId }) => sessionId);
    const [first = 0, second = 0] = [one[0], other[0]];
    await castVotes(
      test.app,
      [
        [a, first],
        [a, second],
        [b, first],
      ],
      at(1, 10),
    );
    await castVotes(
      test.app,
      [
        [b, second],
        [c, first],
      ],
      at(2, 59),
    );
    await castVotes(test.app, [[c, second]], at(3, 1));
    expect(await record(test.app, at(3, 30))).toEqual(at(3));
    expect(await recorded('votes')).toEqual({ 1: 3, 2: 2 });
    expect(await recorded('first_votes')).toEqual({ 1: 2, 2: 1 });
    expect(await recorded('registered')).toEqual({ 0: 3 });
    await record(test.app, at(4));
    expect(await recorded('votes')).toEqual({ 1: 3, 2: 2, 3: 1 });
    expect(await recorded('first_votes')).toEqual({ 1: 2, 2: 1 });
  });

  it('counts the same when it runs again', async () => {
    const voters = await insertVoters(test.owner, 5);
    const [[nominee = 0] = []] = await insertNominees(test.owner, 1, 1);
    await castVotes(
      test.app,
      voters.map(({ sessionId }) => [sessionId, nominee] as const),
      at(1),
    );
    for (const until of [at(2), at(2), at(2, 30), at(3), at(4), at(5)]) await record(test.app, until);
    expect(await recorded('votes')).toEqual({ 1: 5 });
    expect(await recorded('first_votes')).toEqual({ 1: 5 });
    expect(await recorded('two_factor')).toEqual({ 0: 5 });
    expect(await recorded('phone_verified')).toEqual({ 0: 5 });
    expect(await recorded('social_verified')).toEqual({ 0: 5 });
  });

  it('counts a vote whose transaction stayed open for longer than the minutes that are looked at again', async () => {
    const [early, late] = await insertVoters(test.owner, 2);
    const [[nominee = 0, rival = 0] = [], [second = 0] = []] = await insertNominees(test.owner, 2, 2);
    await record(test.app, at(1));
    const slow = await connect(test.url);
    await slow.query('BEGIN');
    await castVotes(slow, [[late?.sessionId ?? '', nominee]], at(1, 30));
    for (let minute = 2; minute <= 20; minute += 1) await record(test.app, at(minute));
    await castVotes(
      test.app,
      [
        [late?.sessionId ?? '', second],
        [early?.sessionId ?? '', rival],
      ],
      at(20, 5),
    );
    await record(test.app, at(21));
    expect(await recorded('first_votes')).toEqual({ 20: 2 });
    await slow.query('COMMIT');
    await slow.end();
    await record(test.app, at(22));
    expect(await recorded('votes')).toEqual({ 1: 1, 20: 2 });
    // The person's first vote is the late one.
    expect(await recorded('first_votes')).toEqual({ 1: 1, 20: 1 });
  });

  it('settles each minute two minutes later if no transaction is open', async () => {
    await insertVoters(test.owner, 1);
    for (let minute = 1; minute <= 20; minute += 1) await record(test.app, at(minute));
    const { rows } = await test.app.query('SELECT settled_until, recorded_until FROM activity_progress');
    expect(rows).toEqual([{ settled_until: at(18), recorded_until: at(20) }]);
  });

  it('is exact while people vote and several processes record', async () => {
    const voters = await insertVoters(test.owner, 400);
    const categories = await insertNominees(test.owner, 5, 4);
    const writers = await Promise.all(Array.from({ length: 4 }, () => connect(test.url)));
    const recorders = await Promise.all(Array.from({ length: 3 }, () => connect(test.url)));
    // Each batch is of a later second than the one before; the clock of the recorders moves with the votes.
    let second = 60;
    const steps = new EventEmitter();
    const step = () => once(steps, 'step');
    const batches = categories.flatMap(([nominee = 0]) =>
      Array.from({ length: 40 }, (_, index) =>
        voters.slice(index * 10, index * 10 + 10).map(({ sessionId }) => [sessionId, nominee] as const),
      ),
    );
    // A statement that is on its way may be 30 seconds old, which a busy machine exceeds at this pace. An open transaction may be
    // of any age.
    const onTheWay = new Set<number>();
    const write = async (client: pg.Client): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        while (second - Math.min(second, ...onTheWay) > 20) await step();
        second += 4;
        steps.emit('step');
        const mine = second;
        onTheWay.add(mine);
        await client.query('BEGIN');
        await castVotes(client, batch, at(0, mine), writers.indexOf(client));
        onTheWay.delete(mine);
        steps.emit('step');
        while (client === writers[0] && second < mine + 90 && batches.length > 0) await step();
        await client.query('COMMIT');
      }
    };
    let isVoting = true;
    const keepRecording = async (client: pg.Client): Promise<void> => {
      while (isVoting) await record(client, at(0, second));
    };
    const recording = recorders.map(keepRecording);
    await Promise.all(writers.map(write));
    isVoting = false;
    await Promise.all(recording);
    await record(test.app, at(0, second + 60));
    await record(test.app, at(0, second + 60));
    const expected = await test.owner.query(
      `SELECT kind, minute, count FROM (
         SELECT 'votes' AS kind, date_trunc('minute', cast_at) AS minute, count(*) FROM votes GROUP BY 2
         UNION ALL
         SELECT 'first_votes', date_trunc('minute', first), count(*)
           FROM (SELECT min(cast_at) AS first FROM votes GROUP BY voter_id) f GROUP BY 2) e ORDER BY 1, 2`,
    );
    const found = await test.owner.query(
      `SELECT kind, minute, count FROM activity WHERE kind IN ('votes', 'first_votes') ORDER BY 1, 2`,
    );
    expect(found.rows).toEqual(expected.rows);
    expect(Object.values(await recorded('votes')).reduce((sum, count) => sum + count, 0)).toBe(2000);
    const hours = await test.owner.query(
      `SELECT kind, hour, count::int FROM activity_hours
       EXCEPT SELECT kind, date_trunc('hour', minute), sum(count)::int FROM activity GROUP BY 1, 2`,
    );
    expect(hours.rows).toEqual([]);
    await Promise.all([...writers, ...recorders].map((client) => client.end()));
  });

  it('lets one process record at a time', async () => {
    await insertVoters(test.owner, 1);
    const other = await connect(test.url);
    await other.query('BEGIN');
    expect(await record(other, at(5))).toEqual(at(5));
    expect(await record(test.app, at(5))).toBeNull();
    await other.query('COMMIT');
    expect(await record(test.app, at(5))).toEqual(at(5));
    await other.end();
  });

  it('catches up an hour at a time after an outage', async () => {
    const voters = await insertVoters(test.owner, 2);
    const [[nominee = 0] = []] = await insertNominees(test.owner, 1, 1);
    const [a, b] = voters.map(({ sessionId }) => sessionId);
    await castVotes(test.app, [[a ?? '', nominee]], at(1));
    await record(test.app, at(2));
    await castVotes(test.app, [[b ?? '', nominee]], at(150));
    expect(await record(test.app, at(200))).toEqual(at(62));
    expect(await record(test.app, at(200))).toEqual(at(122));
    expect(await record(test.app, at(200))).toEqual(at(182));
    expect(await record(test.app, at(200))).toEqual(at(200));
    expect(await recorded('votes')).toEqual({ 1: 1, 150: 1 });
  });

  it('keeps its counts when the clock goes back', async () => {
    const [voter] = await insertVoters(test.owner, 1);
    const [[nominee = 0] = []] = await insertNominees(test.owner, 1, 1);
    await castVotes(test.app, [[voter?.sessionId ?? '', nominee]], at(1));
    await record(test.app, at(10));
    expect(await record(test.app, at(5))).toEqual(at(10));
    expect(await recorded('votes')).toEqual({ 1: 1 });
  });

  it('counts each step of an account once', async () => {
    const account = await insertRow(test.owner, 'accounts', { ...accountRow(), created_at: at(1) });
    const link = { account_id: account.id, verified_at: at(3), subject_hash: Buffer.alloc(32, 1) };
    await insertRow(test.owner, 'social_links', { ...link, provider: 'TELEGRAM_SUBSCRIPTION' });
    await insertRow(test.owner, 'social_links', {
      ...link,
      verified_at: at(8),
      provider: 'INSTAGRAM_SUBSCRIPTION',
      subject_hash: Buffer.alloc(32, 2),
    });
    for (let minute = 1; minute <= 10; minute += 1) await record(test.app, at(minute));
    expect(await recorded('registered')).toEqual({ 1: 1 });
    expect(await recorded('social_verified')).toEqual({ 3: 1 });
  });

  it('counts messages that were sent, and those that failed, with their cost by hour', async () => {
    const row = { kind: 'sms', calling_code: '380', provider: 'twilio', purpose: 'phone_code', created_at: at(0) };
    const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
    const cost = { cost_micros: 80_000, currency: 'EUR' };
    const gone = { state: 'given_up', gave_up_at: at(3) };
    await insertRow(test.owner, 'messages', { ...row, id: id(1), state: 'sent', sent_at: at(1), tries: 1, ...cost });
    await insertRow(test.owner, 'messages', { ...row, id: id(2), state: 'sent', sent_at: at(61), tries: 1, ...cost });
    await insertRow(test.owner, 'messages', { ...row, ...gone, id: id(3), given_up_why: 'refused', tries: 1 });
    await insertRow(test.owner, 'messages', { ...row, ...gone, id: id(4), given_up_why: 'outdated', tries: 0 });
    await insertVoters(test.owner, 1);
    await record(test.app, at(60));
    await record(test.app, at(62));
    expect(await recorded('sms_sent')).toEqual({ 1: 1, 61: 1 });
    expect(await recorded('sms_failed')).toEqual({ 3: 1 });
    const totals = await test.app.query(
      'SELECT hour, currency, sent::int, failed::int, cost_micros::int FROM message_totals ORDER BY 1, 2',
    );
    expect(totals.rows).toEqual([
      { hour: at(0), currency: '', sent: 0, failed: 1, cost_micros: 0 },
      { hour: at(0), currency: 'EUR', sent: 1, failed: 0, cost_micros: 80_000 },
      { hour: at(60), currency: 'EUR', sent: 1, failed: 0, cost_micros: 80_000 },
    ]);
  });

  it('is the only writer of the activity', async () => {
    const counts = `INSERT INTO activity (kind, minute, count) VALUES ('votes', '2026-05-01T10:00:00Z', 1)`;
    await expect(test.app.query(counts)).rejects.toMatchObject({ code: '42501' });
    await expect(test.app.query('DELETE FROM activity_progress')).rejects.toMatchObject({ code: '42501' });
  });
});
