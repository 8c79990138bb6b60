import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyWatched } from './migration-effects.ts';
import { LATER, openBaseline } from './testing-baseline.ts';
import { insertNominees, insertRow, insertVoters, THEN, validRows } from './testing-rows.ts';

let test: Awaited<ReturnType<typeof openBaseline>>;
/** Rows in every table that people fill. */
beforeAll(async () => {
  test = await openBaseline();
  const [[nominee = 0] = []] = await insertNominees(test.owner, 1, 1);
  const [voter] = await insertVoters(test.owner, 20);
  await test.owner.query(
    'INSERT INTO votes SELECT gen_random_uuid(), category_id, id, $2 FROM nominees, generate_series(1, 20) WHERE id = $1',
    [nominee, THEN],
  );
  const filled = new Set(['votes', 'phone_verifications', 'social_links']);
  for (const [table, row] of Object.entries(validRows(voter?.accountId ?? ''))) {
    if (!filled.has(table)) await insertRow(test.owner, table, row);
  }
});
afterAll(() => test.close());

describe('while people vote', () => {
  it.each(LATER)('$name never locks a whole table', async ({ sql }) => {
    expect(await applyWatched(test.owner, sql)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE votes ADD COLUMN a1 bytea NOT NULL DEFAULT random_nonce()', ['public.votes is written again']],
    ['CREATE INDEX a2 ON votes (nominee_id)', ['the whole of public.votes is read under ShareLock']],
    [
      'ALTER TABLE votes ADD CONSTRAINT a3 CHECK (nominee_id > 0)',
      ['the whole of public.votes is read under AccessExclusiveLock'],
    ],
    [`UPDATE accounts SET name = name || '.'`, ['every row of public.accounts is changed in one transaction']],
    ['ALTER TABLE sms_charges ALTER COLUMN network TYPE varchar(99)', ['public.sms_charges is written again']],
    [
      `ALTER TABLE devices ADD CONSTRAINT a4 UNIQUE (expires_at, id)`,
      ['the whole of public.devices is read under AccessExclusiveLock, ShareLock'],
    ],
  ])('a migration is refused: %s', async (sql, problems) => {
    expect(await applyWatched(test.owner, sql)).toEqual(problems);
  });

  it.each([
    'ALTER TABLE votes ADD COLUMN b1 int, ADD COLUMN b2 int NOT NULL DEFAULT 7',
    'ALTER TABLE votes ADD CONSTRAINT b3 CHECK (nominee_id > 0) NOT VALID',
    'ALTER TABLE votes VALIDATE CONSTRAINT b3',
    'CREATE INDEX CONCURRENTLY b4 ON votes (nominee_id)',
    'CREATE TABLE b5 (id uuid PRIMARY KEY, account_id uuid REFERENCES accounts (id)); CREATE INDEX b6 ON b5 (account_id)',
    'CREATE OR REPLACE FUNCTION b7() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    `UPDATE accounts SET name = 'Somebody' WHERE id = (SELECT id FROM accounts LIMIT 1)`,
  ])('a migration is accepted: %s', async (sql) => {
    expect(await applyWatched(test.owner, sql)).toEqual([]);
  });
});
