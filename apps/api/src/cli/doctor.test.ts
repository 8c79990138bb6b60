import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { listen } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { checkClock } from './checks.ts';
import { runDoctor } from './doctor.ts';

const KEY = Buffer.alloc(32, 3).toString('base64');

let folder: string;
const api = useTestApi({ DATA_KEY: KEY });
const owner = useOwner(api);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-doctor-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: api.deps.databaseUrl, DATA_KEY: KEY, DATA_DIR: folder });
const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({ check: z.string(), ok: z.boolean(), detail: z.string(), advice: z.string().optional() }),
  ),
});

const examine = async (env: Record<string, string> = {}) => {
  const output = listen();
  const code = await runDoctor(() => readConfig({ ...environment(), ...env }), output, { json: true });
  const { ok, findings } = report.parse(JSON.parse(output.text()));
  expect(code).toBe(ok ? 0 : 1);
  return findings;
};
/** The problems, by check. */
const problems = async (env?: Record<string, string>) =>
  Object.fromEntries(
    (await examine(env)).filter(({ ok }) => !ok).map(({ check, detail, advice }) => [check, { detail, advice }]),
  );
/** The problems that laurel doctor finds while a change by the owner is in effect. */
const after = async (change: string, undo: string) => {
  await owner.query(change);
  try {
    return await problems();
  } finally {
    await owner.query(undo);
  }
};

describe('laurel doctor', () => {
  it('reports no problem, and exits with 0', async () => {
    const output = listen();
    expect(await runDoctor(() => readConfig(environment()), output, { json: false })).toBe(0);
    expect(output.problems).toEqual([]);
    expect(output.lines.at(-1)).toBe('All is well.');
    expect(output.lines.map((line) => line.split(/ +/)[1])).toEqual(
      expect.arrayContaining(['configuration', 'edition', 'database', 'migrations', 'keys', 'nominees', 'guards']),
    );
    const skipped = output.lines.filter((line) => line.startsWith('skipped'));
    expect(skipped.map((line) => line.split(/ {2,}/)[1])).toEqual([
      'secrets',
      'mail',
      'sms',
      'telegram',
      'instagram',
      'public url',
      'console',
      'team',
      'addresses',
      'content',
      'voting ends',
      'announcement',
      'time limits',
      'backup',
      'restore',
      'backup key',
    ]);
    expect((await examine()).map(({ check }) => check)).toEqual([
      'configuration',
      'edition',
      'secrets',
      'log key',
      'mail',
      'sms',
      'telegram',
      'instagram',
      'disk',
      'public url',
      'console',
      'database',
      'migrations',
      'keys',
      'served',
      'nominees',
      'guards',
      'phone numbers',
      'tallies',
      'public log',
      'clock',
      'queue',
      'team',
      'addresses',
      'content',
      'voting ends',
      'announcement',
      'time limits',
      'backup',
      'restore',
      'backup key',
    ]);
  });

  it('names invalid variables, and exits with 1', async () => {
    const output = listen();
    expect(await runDoctor(() => readConfig({ PORT: 'x', DATA_KEY: 'short' }), output, { json: false })).toBe(1);
    expect(output.text()).toMatch(/PROBLEM {2}configuration {2}PORT: .*DATA_KEY: must be 32 bytes/);
    expect(output.text()).toContain('→ Correct these variables, then ask again.');
  });

  it('reports an unreachable database, and what to check', async () => {
    const { database } = await problems({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/laurel' });
    expect(database?.detail).toMatch(/ECONNREFUSED/);
    expect(database?.detail).not.toContain('secret');
    expect(database?.advice).toMatch(/^Check DATABASE_URL/);
    const none = await problems({ DATABASE_URL: '' });
    expect(none.database?.detail).toMatch(/DATABASE_URL is not set, and no Laurel is running/);
  });

  it('checks the providers, and continues if one is unreachable', async () => {
    const { mail, sms, ...others } = await problems({
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: 'http://127.0.0.1:1/send',
      SMS_WEBHOOK_SECRET: 'a'.repeat(32),
    });
    expect(mail).toEqual({
      detail: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringMatching(/^Check SMTP_URL/),
    });
    expect(sms?.detail).toMatch(/^no answer from 127\.0\.0\.1:1: /);
    expect(others).toEqual({});
  });

  it('names the invalid lines of the edition', async () => {
    const broken = join(folder, 'edition');
    cpSync(demoEditionDir, broken, { recursive: true });
    writeFileSync(join(broken, 'edition.yaml'), 'year: soon\n');
    const { edition, ...others } = await problems({ EDITION_DIR: broken });
    expect(edition?.detail).toMatch(/^edition\.yaml:1:1 .*; edition\.yaml:1:7 year must be a whole number/);
    expect(edition?.advice).toContain(`laurel edition check ${broken}`);
    expect(others).toEqual({});
  });

  it('reports that the served edition differs from the folder, and the command to run', async () => {
    const edited = join(folder, 'edited');
    cpSync(demoEditionDir, edited, { recursive: true });
    const file = join(edited, 'edition.yaml');
    writeFileSync(file, `# A comment alone changes nothing.\n${readFileSync(file, 'utf8')}`);
    expect(await problems({ EDITION_DIR: edited })).toEqual({});
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^year: \d+/m, 'year: 2031'));
    const { served, ...others } = await problems({ EDITION_DIR: edited });
    expect(served?.detail).toMatch(/^the edition imported at 20.* is served, not the one in /);
    expect(served?.advice).toContain(`laurel edition diff ${edited}`);
    expect(served?.advice).toContain(`laurel edition import ${edited}`);
    expect(others).toEqual({});
  });

  it('reports missing, edited, unfinished and unknown migrations', async () => {
    const table = '_prisma_migrations';
    const last = `(SELECT max(migration_name) FROM ${table})`;
    const { rows } = await owner.query<{ name: string }>(`SELECT ${last} AS name`);
    const name = rows[0]?.name ?? '';
    const renamed = await after(
      `UPDATE ${table} SET migration_name = '9999_later' WHERE migration_name = ${last}`,
      `UPDATE ${table} SET migration_name = '${name}' WHERE migration_name = '9999_later'`,
    );
    expect(renamed.migrations).toEqual({ detail: `not applied: ${name}`, advice: 'Run "laurel migrate".' });
    const edited = await after(
      `UPDATE ${table} SET checksum = reverse(checksum) WHERE migration_name = ${last}`,
      `UPDATE ${table} SET checksum = reverse(checksum) WHERE migration_name = ${last}`,
    );
    expect(edited.migrations?.detail).toBe(`${name}: applied with a different text`);
    const unfinished = await after(
      `UPDATE ${table} SET finished_at = NULL WHERE migration_name = ${last}`,
      `UPDATE ${table} SET finished_at = started_at WHERE migration_name = ${last}`,
    );
    expect(unfinished.migrations?.detail).toBe(`not applied: ${name}`);
    const newer = await after(
      `INSERT INTO ${table} (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now())`,
      `DELETE FROM ${table} WHERE id = 'x'`,
    );
    expect(newer.migrations?.detail).toBe('not known here: 9999_later');
  });

  it('reports a changed DATA_KEY, unless it is among the previous ones', async () => {
    const other = Buffer.alloc(32, 4).toString('base64');
    expect((await problems({ DATA_KEY: other })).keys?.advice).toMatch(/^Set DATA_KEY to the key of this database/);
    expect(await problems({ DATA_KEY: other, DATA_KEY_PREVIOUS: KEY })).toEqual({});
  });

  it('reports nominees that were never imported or are no longer listed', async () => {
    const { rows } = await owner.query<{ company: string }>('SELECT company FROM nominees WHERE id = 1');
    const company = rows[0]?.company ?? '';
    const rename = (name: string) => `UPDATE nominees SET company = '${name}' WHERE id = 1`;
    const { nominees } = await after(rename('someone-else'), rename(company));
    expect(nominees?.detail).toMatch(new RegExp(`^never imported: [\\w-]+/[\\w-]+/${company}$`));
    const spare = await after(
      `INSERT INTO nominees (category_id, company) VALUES (1, 'someone-else')`,
      `DELETE FROM nominees WHERE company = 'someone-else'`,
    );
    expect(spare.nominees?.detail).toMatch(/^not in the edition: [\w-]+\/[\w-]+\/someone-else$/);
  });

  it('reports voting times that differ from the edition', async () => {
    const { rows } = await owner.query<{ opens_at: Date | null }>('SELECT opens_at FROM categories WHERE id = 1');
    const opensAt = rows[0]?.opens_at?.toISOString() ?? '';
    for (const [change, undo] of [
      [`opens_at = now()`, `opens_at = '${opensAt}'`],
      [`closes_at = now()`, `closes_at = NULL`],
    ]) {
      const { nominees, ...others } = await after(
        `UPDATE categories SET ${change} WHERE id = 1`,
        `UPDATE categories SET ${undo} WHERE id = 1`,
      );
      expect(nominees).toEqual({
        detail: 'voting opens or closes at another time than the edition and the organisers say',
        advice: `Run "laurel migrate --reason '…'", which sets these times again.`,
      });
      expect(others).toEqual({});
    }
  });

  it('reports missing guards of the ballot box', async () => {
    const { guards } = await after(
      'ALTER TABLE votes DISABLE TRIGGER votes_append_only',
      'ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only',
    );
    expect(guards?.detail).toMatch(/votes_append_only/);
    expect(guards?.advice).toMatch(/^Stop the voting/);
  });

  it('reports a queue without workers, and failed jobs', async () => {
    const add = (sql: string) => `SELECT graphile_worker.add_job('send_mail', '{}'::json, ${sql})`;
    const clear = `DELETE FROM graphile_worker._private_jobs`;
    const overdue = await after(add(`run_at => now() - interval '6 minutes'`), clear);
    expect(overdue.queue?.detail).toBe('1 of 1 jobs are overdue');
    const early = await after(add(`run_at => now() - interval '4 minutes'`), clear);
    expect(early.queue).toBeUndefined();
    // A worker has it.
    const locked = `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker'`;
    await owner.query(add(`run_at => now() - interval '6 minutes'`));
    expect((await after(locked, clear)).queue).toBeUndefined();
    await owner.query(add(`max_attempts => 1, run_at => now() - interval '6 minutes'`));
    await owner.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`);
    expect((await problems()).queue?.detail).toBe('1 of 1 jobs failed for good');
    await owner.query(clear);
  });

  it('compares tallies with votes', async () => {
    await owner.query('INSERT INTO tallies (nominee_id, slot, count) VALUES (2, 0, 7)');
    const { tallies } = await problems();
    expect(tallies?.detail).toBe('nominee 2: 0 votes, tally 7');
    expect(tallies?.advice).toMatch(/The votes are authoritative/);
  });

  it('reports a wrong clock', async () => {
    const finding = await checkClock(api.deps.pool, () => new Date(Date.now() + 3_601_000));
    expect(finding).toMatchObject({ ok: false, detail: expect.stringMatching(/are 3\d{3}\.\d s apart/) });
    expect(await checkClock(api.deps.pool, () => new Date())).toMatchObject({ ok: true });
  });
});
