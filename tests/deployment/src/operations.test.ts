import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { anchorsIn, repositoryFile } from '@laurel/support/repository';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const text = repositoryFile('docs/operations.md');

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.migrateUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('docs/operations.md', () => {
  it('contains valid queries that only read; so does docs/privacy.md', async () => {
    const both = text + repositoryFile('docs/privacy.md');
    const questions = [...both.matchAll(/psql -U laurel laurel -c "([^"]+)"/g)].map(([, sql = '']) => sql);
    expect(questions.length).toBeGreaterThanOrEqual(6);
    await owner.query('BEGIN READ ONLY');
    for (const question of questions) await expect(owner.query(question), question).resolves.toBeDefined();
    await owner.query('ROLLBACK');
  });

  it('links to existing headings', () => {
    const anchors = anchorsIn(text);
    const led = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(led.length).toBeGreaterThan(0);
    expect(led.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});
