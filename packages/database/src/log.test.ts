import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, connect, insertNominees, insertVoters, THEN } from './testing-rows.ts';

const DENIED = '42501';
const REFUSED = '23001';
const DUPLICATE = '23505';
const WRONG = 'LA002';
const AT_ONCE = 8;

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.Client;
let app: pg.Client;
let votes: { voter_id: string; category_id: number }[];

beforeEach(async () => {
  test = await openTestDatabase();
  ({ owner, app } = test);
  const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
  const voters = await insertVoters(owner, 6);
  const ballots = voters.map(({ sessionId }) => [sessionId, nominee] as const);
  expect(await castVotes(app, ballots)).toBe('A'.repeat(6));
  votes = (await owner.query('SELECT voter_id, category_id FROM votes')).rows;
});
afterEach(() => test.close());

const hashOf = (leaf: number): Buffer => createHash('sha256').update(`leaf ${leaf}`).digest();
const hashes = (to: number): Buffer => Buffer.concat(Array.from({ length: to }, (_, leaf) => hashOf(leaf)));
/** As long as in a real log; the database reads no entries. */
const entries = (to: number): Buffer =>
  Buffer.from(Array.from({ length: to }, (_, leaf) => `entry ${leaf}\n`).join(''));

type Leaves = { votes?: number[]; items?: [kind: string, ref: string][]; leaves?: number[] };
type Given = { expected: number; size: number } & Leaves & { tile?: Buffer; noEntries?: boolean };

/** Appends items, and then votes by their places in `votes`, to a log of one tile. */
const append = async (given: Given, client: pg.Client = app): Promise<boolean> => {
  const { expected, size, votes: chosen = [], items = [] } = given;
  const leaves = given.leaves ?? Array.from({ length: items.length + chosen.length }, (_, place) => expected + place);
  const { rows } = await client.query<{ done: boolean }>(
    `SELECT append_to_log($1, $2, $3, $4, $5, 6, 1, 'c', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, NULL, NULL) AS done`,
    [
      expected,
      size,
      randomBytes(32),
      `awards.example/log/2026\nnote of ${size}`,
      THEN,
      given.noEntries ? [0] : [-1, 0],
      given.noEntries ? [0] : [0, 0],
      [...(given.noEntries ? [] : [entries(size)]), given.tile ?? hashes(size)],
      chosen.map((place) => votes[place]?.voter_id ?? randomBytes(16).toString('hex')),
      chosen.map((place) => votes[place]?.category_id ?? 1),
      leaves.slice(items.length),
      items.map(([kind]) => kind),
      items.map(([, ref]) => ref),
      items.map(([kind]) => (kind === 'edition' ? '{}' : null)),
      leaves.slice(0, items.length),
    ],
  );
  return rows[0]?.done ?? false;
};

const sizes = async (): Promise<number[]> =>
  (await owner.query<{ size: string }>('SELECT size FROM log_checkpoints ORDER BY size')).rows.map(({ size }) =>
    Number(size),
  );

describe('append_to_log', () => {
  it('appends leaves with their checkpoint, and counts the votes of each category', async () => {
    expect(await append({ expected: 0, size: 3, items: [['edition', '1']], votes: [4, 2] })).toBe(true);
    expect(await append({ expected: 3, size: 5, votes: [0, 1] })).toBe(true);
    const { rows } = await owner.query('SELECT size, votes, voters, totals FROM log_checkpoints ORDER BY size');
    const category = String(votes[0]?.category_id);
    expect(rows).toEqual([
      { size: '3', votes: 2, voters: 6, totals: { [category]: 2 } },
      { size: '5', votes: 2, voters: 6, totals: { [category]: 4 } },
    ]);
    const logged = await owner.query('SELECT voter_id, leaf::int FROM log_votes ORDER BY leaf');
    expect(logged.rows).toEqual(
      [4, 2, 0, 1].map((place, index) => ({ voter_id: votes[place]?.voter_id, leaf: index + 1 })),
    );
    const tile = await owner.query<{ data: Buffer }>('SELECT data FROM log_tiles WHERE level = 0');
    expect(tile.rows[0]?.data).toEqual(hashes(5));
  });

  // This test fails without the comparison of the newest size: duplicate keys, and no answer for those that were later.
  it('takes one of many that append to the same tree', async () => {
    const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => connect(test.url)));
    const done = await Promise.all(clients.map((client) => append({ expected: 0, size: 2, votes: [0, 1] }, client)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await sizes()).toEqual([2]);
    await Promise.all(clients.map((client) => client.end()));
  });

  it('refuses leaves that are not those by which the tree grows', async () => {
    await append({ expected: 0, size: 2, votes: [0, 1] });
    expect(await append({ expected: 0, size: 3, votes: [2] })).toBe(false);
    expect(await append({ expected: 3, size: 4, votes: [2] })).toBe(false);
    const wrong = [
      { size: 2, votes: [] },
      { size: 1, votes: [2] },
      { size: 4, votes: [2] },
      { size: 3, votes: [2, 3] },
      { size: 4, votes: [2, 3], leaves: [2, 2] },
      { size: 4, votes: [2, 3], leaves: [1, 2] },
      { size: 4, votes: [2, 3], leaves: [3, 4] },
    ];
    for (const each of wrong) await expect(append({ expected: 2, ...each })).rejects.toMatchObject({ code: WRONG });
    expect(await sizes()).toEqual([2]);
  });

  it('refuses votes that are in the log, or that nobody cast, and an edition for the second time', async () => {
    await append({ expected: 0, size: 3, items: [['edition', '1']], votes: [0, 1] });
    const again = append({ expected: 3, size: 5, votes: [2, 1] });
    await expect(again).rejects.toMatchObject({ code: DUPLICATE, constraint: 'log_votes_pkey' });
    await expect(append({ expected: 3, size: 4, votes: [99] })).rejects.toMatchObject({ code: WRONG });
    const edition = append({ expected: 3, size: 4, items: [['edition', '1']] });
    await expect(edition).rejects.toMatchObject({ code: DUPLICATE, constraint: 'log_items_once_a_year' });
    expect(
      await append({
        expected: 3,
        size: 5,
        items: [
          ['phase', 'a'],
          ['phase', 'a'],
        ],
      }),
    ).toBe(true);
  });

  it('refuses tiles that lack a leaf or change what is stored', async () => {
    await append({ expected: 0, size: 2, votes: [0, 1] });
    const changed = Buffer.concat([hashOf(7), hashes(3).subarray(32)]);
    const grown = { expected: 2, size: 3, votes: [2] };
    await expect(append({ ...grown, tile: changed })).rejects.toMatchObject({ code: REFUSED });
    await expect(append({ ...grown, tile: hashes(2) })).rejects.toMatchObject({ code: REFUSED });
    await expect(append({ ...grown, tile: hashes(4) })).rejects.toMatchObject({ code: WRONG });
    await owner.query('ALTER TABLE all_log_tiles DISABLE TRIGGER USER');
    await owner.query('DELETE FROM log_tiles WHERE level = -1');
    await expect(append({ ...grown, noEntries: true })).rejects.toMatchObject({ code: WRONG });
  });

  it.each(['log_checkpoints', 'log_tiles', 'log_votes', 'log_items', 'log_results'])(
    'is the only way to write %s',
    async (table) => {
      await expect(app.query(`INSERT INTO ${table} SELECT * FROM ${table}`)).rejects.toMatchObject({ code: DENIED });
      await expect(app.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: DENIED });
      await expect(owner.query(`TRUNCATE all_${table}`)).rejects.toMatchObject({ code: REFUSED });
    },
  );

  it.each([
    'UPDATE log_checkpoints SET note = note',
    'DELETE FROM log_checkpoints',
    'UPDATE log_votes SET leaf = leaf + 100',
    'DELETE FROM log_votes',
    `UPDATE log_items SET ref = ''`,
    'DELETE FROM log_items',
    'DELETE FROM log_tiles',
    'UPDATE log_tiles SET tile = tile + 1',
    'UPDATE log_tiles SET data = substr(data, 1, 32) WHERE level = 0',
    `UPDATE log_cosignatures SET line = '— x'`,
    'DELETE FROM log_cosignatures',
  ])('even the owner is refused: %s', async (sql) => {
    await append({ expected: 0, size: 3, items: [['phase', 'a']], votes: [0, 1] });
    await app.query(`INSERT INTO log_cosignatures VALUES (3, 'witness.example', '— witness.example AAAA', now())`);
    await expect(owner.query(sql)).rejects.toMatchObject({ code: REFUSED });
  });
});
