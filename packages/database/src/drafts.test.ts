import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesFrom, inBase64 } from './editions.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect, THEN } from './testing-rows.ts';

const NOW = THEN;
let test: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
let draft: number;
beforeEach(async () => {
  test = await createTestDatabase();
  owner = await connect(test.migrateUrl);
  pool = new pg.Pool({ connectionString: test.consoleUrl, max: 8 });
  const files = inBase64(
    new Map([
      ['edition.yaml', Buffer.from('one')],
      ['logos/a.svg', Buffer.from('a')],
    ]),
  );
  const { rows } = await pool.query(`SELECT save_edition_draft('zip', NULL, $1, '[]', 'olena', $2) AS id`, [
    files,
    NOW,
  ]);
  draft = rows[0].id;
});
afterEach(async () => {
  await pool.end();
  await owner.end();
  await test.drop();
});

/** Changes edition.yaml, and removes the logo. @returns the new revision, or null */
const edit = async (revision: number, text: string, actor = 'olena'): Promise<number | null> => {
  const { rows } = await pool.query(
    `SELECT edit_edition_draft($1, $2, $3, '{logos/a.svg}', '[]', $4, $5) AS revision`,
    [draft, revision, inBase64(new Map([['edition.yaml', Buffer.from(text)]])), actor, NOW],
  );
  return rows[0].revision;
};
const filesNow = async () => {
  const { rows } = await owner.query('SELECT edition_contents(manifest) AS files FROM edition_drafts WHERE id = $1', [
    draft,
  ]);
  return new Map([...filesFrom(rows[0].files)].map(([file, content]) => [file, content.toString()]));
};
const count = async (sql: string): Promise<number> =>
  Number((await owner.query(`SELECT count(*) AS n FROM ${sql}`)).rows[0].n);

// This test fails if the revision is not compared in the statement that writes.
it('an edit of a draft is stored once for each revision, also of several people at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => edit(1, `text ${n}`, `person ${n}`)));
  expect(answers.filter((revision) => revision !== null)).toEqual([2]);
  const winner = answers.indexOf(2);
  expect(await filesNow()).toEqual(new Map([['edition.yaml', `text ${winner}`]]));
  // What the others sent is not kept, and neither is what nothing lists any more.
  expect(await count('edition_files')).toBe(1);
  expect(await edit(2, 'next', `person ${winner}`)).toBe(3);
  expect(await count(`audit_entries WHERE action = 'edition.edit'`)).toBe(1);
});

it('a published draft, and one that is gone, is not edited', async () => {
  await owner.query('UPDATE edition_drafts SET published_as = 1');
  expect(await edit(1, 'late')).toBeNull();
  await owner.query('DELETE FROM edition_drafts');
  expect(await edit(1, 'late')).toBeNull();
});

it('those who edit a draft are forgotten after a minute', async () => {
  const note = async (actor: string, seconds: number, field: string | null = null) => {
    const at = new Date(NOW.getTime() + seconds * 1000);
    const { rows } = await pool.query('SELECT note_draft_editor($1, $2, $3, $4) AS noted', [draft, actor, field, at]);
    return rows[0].noted && Object.keys(rows[0].noted.editors).sort();
  };
  expect([await note('olena', 0), await note('petro', 59), await note('petro', 61)]).toEqual([
    ['olena'],
    ['olena', 'petro'],
    ['petro'],
  ]);
  draft += 1;
  expect(await note('olena', 0)).toBeNull();
});
