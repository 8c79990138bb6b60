import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLaurel } from '@laurel/support/cli';
import { useTestDatabase } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkAnnouncement,
  checkBackup,
  checkContent,
  checkKeyCopied,
  checkRestore,
  checkTimeLimits,
  checkVotingEnd,
} from './go-live.ts';

const database = useTestDatabase();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-live-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toDo = (detail: string) => ({
  ok: true,
  detail: expect.stringContaining(detail),
  advice: expect.stringMatching(/\S/),
});
const done = (detail: string) => ({ ok: true, detail: expect.stringContaining(detail) });

describe('the tasks before going live', () => {
  it('include own content in the served edition', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl, DATA_DIR: folder };
    await runLaurel(['migrate'], env);
    expect(await checkContent(database.owner)).toEqual(toDo('nominees are those of the demo edition'));
    await database.owner.query('UPDATE nominees SET withdrawn_at = now() WHERE id > 1');
    expect(await checkContent(database.owner)).toEqual(toDo('1 of 1 nominees'));
    await database.owner.query(`UPDATE nominees SET company = 'Our own' WHERE id = 1`);
    expect(await checkContent(database.owner)).toEqual(done('no nominee of the demo edition'));
    await database.owner.query('UPDATE nominees SET withdrawn_at = now()');
    expect(await checkContent(database.owner)).toEqual(toDo('no edition was imported'));
  });

  it('include an end of voting', async () => {
    await database.owner.query('UPDATE categories SET closes_at = NULL WHERE id = 1');
    expect(await checkVotingEnd(database.owner)).toEqual(toDo('voting has no end'));
    await database.owner.query(`UPDATE categories SET closes_at = '2099-01-01'`);
    expect(await checkVotingEnd(database.owner)).toEqual(done('voting has an end'));
  });

  it('include a time of the announcement', async () => {
    const editions = (at: string | null) => database.owner.query('UPDATE editions SET announced_at = $1', [at]);
    await database.owner.query('BEGIN');
    // The guards of the table refuse every change, so they are off in this transaction.
    await database.owner.query('ALTER TABLE all_editions DISABLE TRIGGER USER');
    await editions('2099-01-01');
    expect(await checkAnnouncement(database.owner)).toEqual(done('the announcement has a time'));
    await editions(null);
    expect(await checkAnnouncement(database.owner)).toEqual(toDo('the announcement of the winners has no time'));
    await database.owner.query('ALTER TABLE all_phase_times DISABLE TRIGGER USER');
    await database.owner.query(
      `INSERT INTO phase_times (boundary, at) VALUES ('announced', '2099-01-01')
           ON CONFLICT (year, boundary) DO UPDATE SET at = EXCLUDED.at`,
    );
    expect(await checkAnnouncement(database.owner)).toEqual(done('the announcement has a time'));
    await database.owner.query('ROLLBACK');
  });

  it('include time limits of the connections', async () => {
    await database.owner.query(`SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s'`);
    expect(await checkTimeLimits(database.owner)).toEqual(done('10s'));
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await database.owner.query(`SET ${name} = 0`);
      expect(await checkTimeLimits(database.owner)).toEqual(toDo('no time limits'));
      await database.owner.query(`SET ${name} = '10s'`);
    }
  });

  it('include a backup, a drill, and a key that was moved away', async () => {
    const now = new Date();
    expect(await checkBackup(database.owner, now)).toEqual(toDo('no replication slot'));
    expect(await checkRestore(database.owner, now)).toEqual(toDo('no restore was ever tried'));
    await database.owner.query(`SELECT record_drill(true, 'base', 1, 1, $1)`, [now]);
    expect(await checkRestore(database.owner, now)).toEqual(done('a restore was tried'));
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets', 'backup_identity'), 'AGE-SECRET-KEY-1X');
    expect(checkKeyCopied(folder)).toEqual(toDo('still on this machine'));
    rmSync(join(folder, 'secrets', 'backup_identity'));
    expect(checkKeyCopied(folder)).toEqual(done('not on this machine'));
    expect(checkKeyCopied(undefined)).toMatchObject({ ok: true, skipped: true });
  });
});
