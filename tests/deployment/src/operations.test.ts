import { SECRET_FILES, SECRET_NAMES } from '@laurel/api/configuration/deployment';
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
    const listed = [...both.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
    expect([questions.length >= 3, listed.length >= 7]).toEqual([true, true]);
    const account = '00000000-0000-0000-0000-000000000000';
    questions.push(...listed.map((query) => query.replaceAll("'ID'", `'${account}'`)));
    await owner.query('BEGIN READ ONLY');
    for (const question of questions) await expect(owner.query(question), question).resolves.toBeDefined();
    await owner.query('ROLLBACK');
  });

  // This test failed: the owner's password was left out.
  it('names every file with a password of the database, and the role', () => {
    const rows = [...text.matchAll(/^ {2}\| `(laurel\w*)`.*?\|(.*)\|$/gm)];
    const named = rows.flatMap(([, role, files = '']) =>
      [...files.matchAll(/`(\w+)`/g)].map(([, file]) => [file, role]),
    );
    expect(rows.map(([, role]) => role).sort()).toEqual(['laurel', 'laurel_app', 'laurel_backup', 'laurel_console']);
    expect(named.map(([file]) => file).sort()).toEqual(
      SECRET_NAMES.filter((name) => /^(database|postgres)_/.test(name)).toSorted(),
    );
    for (const [file = '', role = ''] of named) {
      const { about } = SECRET_FILES[SECRET_NAMES.find((name) => name === file) ?? 'database_url'];
      expect(about).toMatch(role === 'laurel' ? /owner’s/ : new RegExp(`role ${role}\\b`));
    }
  });

  // This test failed: without the step all commits waited for a container that reports only full segments as stored.
  it('makes commits wait for the backup only once a container with the setting is healthy', () => {
    const from = text.indexOf('### Not one vote lost');
    const steps = text.slice(from, text.indexOf('### ', from + 1));
    const order = ['BACKUP_SYNCHRONOUS=true', 'docker compose up -d --wait backup', 'ALTER SYSTEM SET'];
    const places = order.map((step) => steps.indexOf(step));
    expect(places.filter((place) => place >= 0)).toHaveLength(3);
    expect(places).toEqual(places.toSorted((one, two) => one - two));
  });

  it('links to existing headings', () => {
    const anchors = anchorsIn(text);
    const led = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(led.length).toBeGreaterThan(0);
    expect(led.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});
