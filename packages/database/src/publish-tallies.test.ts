import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, connect, insertNominees, insertVoters } from './testing-rows.ts';

const T0 = Date.parse('2026-06-01T12:00:00.000Z');
type Every = { seconds: number; votes: number };

describe('publish_tallies', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let owner: pg.Client;
  let app: pg.Client;
  let first: number;
  let second: number;
  beforeEach(async () => {
    test = await openTestDatabase();
    ({ owner, app } = test);
    const [[one, two] = []] = await insertNominees(owner, 1, 2);
    if (!one || !two) throw new Error('no nominees');
    [first, second] = [one, two];
  });
  afterEach(() => test.close());

  const vote = async (client: pg.Client, nominee: number, count = 1): Promise<void> => {
    const voters = await insertVoters(owner, count);
    await castVotes(
      client,
      voters.map(({ sessionId }) => [sessionId, nominee]),
    );
  };
  /** The published votes of the first and second nominee after a call at `ms` milliseconds from T0. */
  const publish = async (ms: number, every: Every, final = false, client = app): Promise<[number, number]> => {
    const { rows } = await client.query<{ nominee_id: number; count: string }>(
      'SELECT * FROM publish_tallies($1, $2, $3, $4)',
      [new Date(T0 + ms), every.seconds, every.votes, final],
    );
    const of = (nominee: number) => Number(rows.find((row) => row.nominee_id === nominee)?.count ?? 0);
    return [of(first), of(second)];
  };

  it('publishes after the interval in seconds, not a millisecond earlier', async () => {
    const every = { seconds: 60, votes: 1 };
    expect(await publish(0, every)).toEqual([0, 0]);
    await vote(app, first);
    expect(await publish(59_999, every)).toEqual([0, 0]);
    expect(await publish(60_000, every)).toEqual([1, 0]);
    await vote(app, first);
    expect(await publish(119_999, every)).toEqual([1, 0]);
    expect(await publish(120_000, every)).toEqual([2, 0]);
  });

  it('writes nothing without new votes', async () => {
    const publishedAt = async () => (await owner.query('SELECT published_at, final FROM published_tallies')).rows;
    await publish(0, { seconds: 1, votes: 0 });
    await publish(5_000, { seconds: 1, votes: 0 });
    expect(await publishedAt()).toEqual([{ published_at: new Date(T0), final: false }]);
    await publish(6_000, { seconds: 1, votes: 0 }, true);
    await publish(7_000, { seconds: 1, votes: 0 }, true);
    expect(await publishedAt()).toEqual([{ published_at: new Date(T0 + 6_000), final: true }]);
  });

  it('counts full seconds, even if it is called earlier within a second than before', async () => {
    const every = { seconds: 1, votes: 1 };
    await publish(900, every);
    await vote(app, first);
    expect(await publish(999, every)).toEqual([0, 0]);
    expect(await publish(1_001, every)).toEqual([1, 0]);
  });

  it('publishes after the required number of new votes, not one fewer', async () => {
    const every = { seconds: 1, votes: 5 };
    await publish(0, every);
    await vote(app, first, 4);
    expect(await publish(3_600_000, every)).toEqual([0, 0]);
    await vote(app, second);
    expect(await publish(3_601_000, every)).toEqual([4, 1]);
  });

  it('publishes every vote once voting is over, and in intervals if voting opens again', async () => {
    const every = { seconds: 60, votes: 100 };
    await publish(0, every);
    await vote(app, first, 3);
    expect(await publish(1_000, every, true)).toEqual([3, 0]);
    await vote(app, second);
    expect(await publish(1_001, every, true)).toEqual([3, 1]);
    await vote(app, second);
    expect(await publish(600_000, every, false)).toEqual([3, 1]);
    expect(await publish(600_001, every, true)).toEqual([3, 2]);
  });

  it('continues after the database’s clock is set back', async () => {
    const every = { seconds: 10, votes: 1 };
    await publish(3_600_000, every);
    await vote(app, first);
    expect(await publish(3_599_000, every)).toEqual([0, 0]);
    expect(await publish(0, every)).toEqual([1, 0]);
  });

  it('publishes each category separately', async () => {
    const { rows: others } = await owner.query<{ id: number }>(
      `WITH c AS (INSERT INTO categories (nomination, niche) VALUES ('award', 'other') RETURNING id)
       INSERT INTO nominees (category_id, company) SELECT id, 'company' FROM c RETURNING id`,
    );
    const elsewhere = others[0]?.id;
    if (!elsewhere) throw new Error('no nominee');
    const every = { seconds: 1, votes: 2 };
    await publish(0, every);
    await vote(app, first);
    await vote(app, elsewhere, 2);
    await publish(1_000, every);
    const { rows } = await app.query('SELECT counts FROM published_tallies ORDER BY category_id');
    expect(rows).toEqual([{ counts: {} }, { counts: { [elsewhere]: 2 } }]);
  });

  // Without the advisory lock the second caller waits for the rows only, and then publishes by what it read before: the 8th vote, too.
  it('lets a caller see what the one before it publishes, so that publications are never fewer votes apart', async () => {
    const every = { seconds: 0, votes: 7 };
    const other = await connect(test.url);
    try {
      await publish(0, every);
      await vote(app, first, 7);
      await app.query('BEGIN');
      expect(await publish(0, every)).toEqual([7, 0]);
      await vote(other, first);
      const second = publish(0, every, false, other);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
      await app.query('COMMIT');
      expect(await second).toEqual([7, 0]);
    } finally {
      await other.end();
    }
  });

  it('is the only way to publish for the application', async () => {
    await publish(0, { seconds: 1, votes: 1 });
    for (const sql of [
      `UPDATE published_tallies SET votes = 9`,
      `DELETE FROM published_tallies`,
      `INSERT INTO published_tallies SELECT * FROM published_tallies`,
    ]) {
      await expect(app.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });
});
