// cspell:ignore orbbit
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable } from './queryable.ts';
import { openTestDatabase } from './testing.ts';
import { countWaiting, insertNominees, insertVoter, LATER, type TestVoter, THEN } from './testing-rows.ts';

const { owner, app, url, consoleUrl, close } = await openTestDatabase();
const crowd = new pg.Pool({ connectionString: url, max: 10 });
const desk = new pg.Pool({ connectionString: consoleUrl, max: 4 });
let category: { nomination?: string; niche?: string };
beforeAll(async () => {
  await insertNominees(owner, 1, 1);
  await owner.query('ALTER TABLE all_phase_times DROP CONSTRAINT phase_times_boundary'); // ZZ
  category = (await owner.query('SELECT nomination, niche FROM categories')).rows[0] ?? {};
});
afterAll(async () => {
  await Promise.all([desk.end(), crowd.end()]);
  await close();
});

type Put = {
  by: TestVoter;
  id?: string;
  name?: string;
  place?: string;
  changes?: boolean;
  most?: number;
  voter?: boolean;
};

const put = async (client: Queryable, { by, id = randomUUID(), name = 'Orbit', place, changes, most, voter }: Put) => {
  const { rows } = await client.query<{ outcome: string }>(
    'SELECT put_entry($1, $2, $3, $4, $5, NULL, NULL, lower($5), $6, $7, $8, $9, $10, $11) AS outcome',
    [
      ...[id, by.accountId, category.nomination, category.niche, name, place],
      ...[changes ?? false, most ?? 1, voter ?? true, LATER, THEN],
    ],
  );
  return rows[0]?.outcome;
};
const namesOf = async ({ accountId }: TestVoter): Promise<string[]> =>
  (
    await owner.query<{ name: string }>('SELECT name FROM entries WHERE account_id = $1 ORDER BY slot', [accountId])
  ).rows.map(({ name }) => name);

// This test fails (10 accepted) with a count of the rows in place of the unique key.
it.each([1, 3])('of 40 entries of one person at once %i stand', async (most) => {
  const by = await insertVoter(owner);
  const all = Array.from({ length: 40 }, () => put(crowd, { by, most }));
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'A')).toHaveLength(most);
  expect(outcomes.filter((outcome) => outcome === 'E')).toHaveLength(40 - most);
  expect(await namesOf(by)).toHaveLength(most);
});

// This test fails (the entry is stored) without the lock.
it('an entry that meets the end waits for its move, and is refused', async () => {
  const by = await insertVoter(owner);
  await owner.query('BEGIN');
  await owner.query('SELECT stop_ballots()');
  const entry = put(app, { by });
  await expect.poll(() => countWaiting(crowd)).toBe(1);
  await owner.query(`INSERT INTO phase_times (boundary, at) VALUES ('nominatingCloses', $1)`, [THEN]);
  await owner.query('COMMIT');
  expect(await entry).toBe('C');
  const withdrawn = await app.query('SELECT withdraw_entry($1, $2, $3, $4) AS outcome', [
    randomUUID(),
    by.accountId,
    LATER,
    THEN,
  ]);
  expect(withdrawn.rows).toEqual([{ outcome: 'C' }]);
  await owner.query('DELETE FROM phase_times');
});

it('a person changes and withdraws an entry, and nobody else does', async () => {
  const [by, other] = [await insertVoter(owner), await insertVoter(owner)];
  const id = randomUUID();
  expect(await put(app, { by, id })).toBe('A');
  expect(await put(app, { by: other, id, name: 'Mine', changes: true })).toBe('N');
  expect(await put(app, { by, id, name: 'Orbit Crew', changes: true })).toBe('A');
  const withdraw = async ({ accountId }: TestVoter) =>
    (await app.query('SELECT withdraw_entry($1, $2, $3, $4) AS outcome', [id, accountId, LATER, THEN])).rows[0]
      ?.outcome;
  expect(await withdraw(other)).toBe('N');
  expect(await namesOf(by)).toEqual(['Orbit Crew']);
  expect(await withdraw(by)).toBe('A');
  expect(await namesOf(by)).toEqual([]);
});

it.each([
  ['P', 'phone_verifications', 'A'],
  ['O', 'social_links', 'A'],
])(
  'a voter lacks %s without %s, and email is enough where the edition asks for no more',
  async (outcome, table, email) => {
    const by = await insertVoter(owner);
    await owner.query(`UPDATE ${table} SET revoked_at = $1 WHERE account_id = $2`, [THEN, by.accountId]);
    expect(await put(app, { by })).toBe(outcome);
    expect(await put(app, { by, voter: false })).toBe(email);
  },
);

it('an erased account leaves no entry', async () => {
  const by = await insertVoter(owner);
  await put(app, { by });
  await app.query('SELECT erase_account($1, $2, $3)', [by.accountId, Buffer.alloc(32), LATER]);
  expect(await namesOf(by)).toEqual([]);
  expect(await put(app, { by })).toBe('S');
});

describe('candidates', () => {
  type Listed = { id: number; name: string; state: string; entries: number };
  const list = async (): Promise<Listed[]> =>
    (
      await owner.query<Listed>(
        `SELECT k.id, k.name, k.state, count(e.id)::int AS entries FROM candidates k LEFT JOIN entries e ON e.candidate_id = k.id
          GROUP BY k.id ORDER BY k.id`,
      )
    ).rows;
  const rows = async (): Promise<unknown> =>
    (await owner.query('SELECT id, candidate_id FROM entries ORDER BY id')).rows.concat(
      (await owner.query('SELECT * FROM candidates ORDER BY id')).rows,
    );
  type Step = { other?: number | undefined; entries?: string[]; name?: string; niche?: string };
  const change = async (
    kind: string,
    id: number,
    { other, entries, name, niche }: Step = {},
    client: Queryable = desk,
  ) => {
    const { rows: changed } = await client.query<{ step: number | null }>(
      `SELECT change_candidate($1, $2, $3, $4, $5, 'n', $6, 'alike', 'Olena', $7) AS step`,
      [kind, id, other, entries, name, niche, THEN],
    );
    return changed[0]?.step;
  };
  const undo = async (step: number | null | undefined) =>
    (
      await desk.query<{ undone: boolean }>(`SELECT undo_candidate_step($1, NULL, 'Petro', $2) AS undone`, [
        step,
        LATER,
      ])
    ).rows[0]?.undone;
  beforeEach(async () => {
    await owner.query('DELETE FROM entries');
    await owner.query('DELETE FROM candidates');
  });

  /** Does `work` once another transaction holds what it should wait for, and ends that one once it waits, or is over. */
  const whileHeld = async (
    hold: () => Promise<unknown>,
    work: () => Promise<unknown>[],
    waiting: number,
  ): Promise<void> => {
    await owner.query('BEGIN');
    await hold();
    let over = 0;
    const all = work().map((each) => each.finally(() => (over += 1)));
    await expect.poll(async () => over + (await countWaiting(crowd))).toBe(waiting);
    await owner.query('COMMIT');
    await Promise.all(all);
  };

  // This test fails (two candidates) without the lock.
  it('of two people who write one name at once one is made', async () => {
    const [ada, bob] = [await insertVoter(owner), await insertVoter(owner)];
    await whileHeld(
      () => put(owner, { by: ada, name: 'orbit' }),
      () => [put(crowd, { by: bob, name: 'ORBIT' })],
      1,
    );
    expect((await list()).map(({ entries }) => entries)).toEqual([2]);
  });

  it('are joined by the link where the name differs, and left by an entry that gets another name', async () => {
    const [ada, bob] = [await insertVoter(owner), await insertVoter(owner)];
    const id = randomUUID();
    await put(app, { by: ada, place: 'orbit.example' });
    await put(app, { by: bob, id, name: 'The Crew', place: 'orbit.example' });
    expect(await list()).toMatchObject([{ name: 'Orbit', entries: 2 }]);
    await put(app, { by: bob, id, name: 'Kite', changes: true });
    expect(await list()).toMatchObject([
      { name: 'Orbit', entries: 1 },
      { name: 'Kite', entries: 1 },
    ]);
  });

  const three = async () => {
    for (const name of ['Orbit', 'Orbbit', 'Kite']) await put(app, { by: await insertVoter(owner), name });
    const [one, two, kite] = (await list()).map(({ id }) => id);
    if (one === undefined || two === undefined || kite === undefined) throw new Error('no candidates');
    return { one, two, kite };
  };

  it('each step changes what it says, and undone leaves all rows as they were', async () => {
    const { one, two } = await three();
    const [entry] = (await owner.query<{ id: string }>('SELECT id FROM entries WHERE candidate_id = $1', [two])).rows;
    await owner.query(
      `INSERT INTO categories (nomination, niche) VALUES ('n', 'other') ON CONFLICT (year, nomination, niche) DO NOTHING`,
    );
    const undone: [string, Step, object][] = [
      ['merge', { other: two }, { entries: 2 }],
      ['move', { niche: 'other' }, {}],
      ['accept', {}, { state: 'accepted' }],
      ['reject', {}, { state: 'rejected' }],
    ];
    for (const [kind, step, expected] of undone) {
      const before = await rows();
      const id = await change(kind, one, step);
      expect((await list())[0]).toMatchObject(expected);
      expect(await rows()).not.toEqual(before);
      expect(await undo(id)).toBe(true);
      expect(await rows()).toEqual(before);
      expect(await undo(id)).toBe(false);
    }
    await change('merge', one, { other: two });
    const split = await change('split', one, { entries: [entry?.id ?? ''], name: 'Orbbit' });
    expect((await list()).map(({ entries }) => entries)).toEqual([1, 0, 1, 1]);
    expect(await undo(split)).toBe(true);
    expect((await list()).map(({ entries }) => entries)).toEqual([2, 0, 1, 0]);
    const { rows: log } = await owner.query(
      `SELECT action, detail FROM audit_entries WHERE action LIKE 'candidate.%' ORDER BY id`,
    );
    expect(log).toHaveLength(11);
    expect(log[0]).toMatchObject({ action: 'candidate.change', detail: { kind: 'merge', entries: 1 } });
  });

  it('a step that something newer stands on is not undone, and one that changes nothing is none', async () => {
    const { one, two, kite } = await three();
    const merged = await change('merge', one, { other: two });
    expect(await change('merge', one, { other: two })).toBeNull();
    await change('merge', kite, { other: one });
    expect(await undo(merged)).toBe(false);
    expect(await change('reopen', kite)).toBeNull();
    expect(await change('accept', 2_000_000_000)).toBe(0);
  });

  // This test fails (the entry stands alone, apart from its name) without the lock.
  it('an entry that meets a merge joins the candidate that is left', async () => {
    const { one, two } = await three();
    const by = await insertVoter(owner);
    await whileHeld(
      () => change('merge', one, { other: two }, owner),
      () => [put(crowd, { by, name: 'Orbbit' })],
      1,
    );
    expect((await list()).map(({ entries }) => entries)).toEqual([3, 0, 1]);
  });
});
