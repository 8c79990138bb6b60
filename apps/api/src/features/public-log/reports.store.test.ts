import { ensureYear } from '@laurel/database/testing-rows';
import { useTestDatabase } from '@laurel/support/hooks';
import { beforeAll, expect, it } from 'vitest';
import { readWitnesses } from './reports.store.ts';
import { createSmallestGroup } from './status.service.ts';

const CHECKPOINTS = 2_000;
const test = useTestDatabase();

beforeAll(async () => {
  const { owner } = test;
  await ensureYear(owner);
  // Each checkpoint has ten leaves more. The first has no votes, the others have those of ten people in one category, and the
  // hundredth those of seven in one and of three in another.
  await owner.query(
    `INSERT INTO log_checkpoints (size, root, note, at, votes, voters, totals, next_tx, cluster)
     SELECT n * 10, sha256(n::text::bytea), 'note', now(), CASE n WHEN 1 THEN 0 WHEN 100 THEN 3 ELSE 10 END, 1, '{}', 1, 'c'
       FROM generate_series(1, $1::int) n`,
    [CHECKPOINTS],
  );
  await owner.query(
    `INSERT INTO log_votes (voter_id, category_id, leaf)
     SELECT gen_random_uuid(), CASE WHEN n BETWEEN 990 AND 992 THEN 2 ELSE 1 END, n FROM generate_series(10, $1::int * 10 - 1) n`,
    [CHECKPOINTS],
  );
  await owner.query(
    `INSERT INTO log_cosignatures (size, witness, line, at)
     SELECT n * 10, w, '— a line', to_timestamp(n) FROM generate_series(1, $1::int) n, unnest('{first,second,left}'::text[]) w`,
    [CHECKPOINTS],
  );
  await owner.query('ANALYZE all_log_checkpoints, all_log_cosignatures, all_log_votes');
});

/** How much this transaction has read of a table: rows, and blocks of the table and its indexes. */
const readOf = async (table: string): Promise<{ rows: number; blocks: number }> => {
  const { rows } = await test.app.query<{ rows: number; blocks: number }>(
    `SELECT (t.seq_tup_read + t.idx_tup_fetch)::int AS rows,
            (pg_stat_get_xact_blocks_fetched(t.relid)
              + (SELECT sum(pg_stat_get_xact_blocks_fetched(i.indexrelid)) FROM pg_stat_user_indexes i WHERE i.relid = t.relid))::int AS blocks
       FROM pg_stat_xact_user_tables t WHERE t.relname = $1`,
    [table],
  );
  return rows[0] ?? { rows: 0, blocks: 0 };
};

/** The result of some work, and how much the work read of a table. */
const counted = async <Result>(table: string, work: () => Promise<Result>) => {
  await test.app.query('BEGIN');
  const before = await readOf(table);
  const result = await work();
  const after = await readOf(table);
  await test.app.query('COMMIT');
  return { result, rows: after.rows - before.rows, blocks: after.blocks - before.blocks };
};

// This test fails without the index: 39 blocks are read, most of them for the silent witness.
it('reads only the newest cosignature of each witness of the edition', async () => {
  const witnesses = ['second', 'silent', 'first'];
  const { result, rows, blocks } = await counted('all_log_cosignatures', () => readWitnesses(test.app, witnesses));
  const at = new Date(CHECKPOINTS * 1_000);
  expect(result).toEqual([
    { witness: 'second', size: CHECKPOINTS * 10, at },
    { witness: 'first', size: CHECKPOINTS * 10, at },
  ]);
  expect(rows).toBe(2);
  expect(blocks).toBeLessThan(20);
});

// This test fails if each call reads all checkpoints: it reads 1,003 rows.
it('reads each checkpoint once for the smallest group', async () => {
  const smallestGroup = createSmallestGroup(test.app);
  const read = (size: number) => counted('all_log_checkpoints', () => smallestGroup(size));
  expect((await read(10)).result).toBeNull();
  expect((await read(990)).result).toBe(10);
  expect((await read(10_000)).result).toBe(3);
  expect(await read(10_030)).toMatchObject({ result: 3, rows: 3 });
  expect(await read(10_030)).toMatchObject({ result: 3, rows: 0 });
  // A smaller log is another one.
  expect((await read(500)).result).toBe(10);
});
