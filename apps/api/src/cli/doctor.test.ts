import { listen } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { newcomer } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import * as checks from './checks.ts';
import { runDoctor } from './doctor.ts';
import { checkInstagramMessages } from './provider-checks.ts';
import { brokenEditionIn, editionIn, useFolder } from './testing.ts';

const KEY = Buffer.alloc(32, 3).toString('base64');

const GRAPH = {
  INSTAGRAM_PROVIDER: 'graph',
  INSTAGRAM_ACCESS_TOKEN: 't',
  INSTAGRAM_APP_SECRET: 's',
  INSTAGRAM_VERIFY_TOKEN: 'v',
};

const folder = useFolder('file');
const api = useTestApi({ DATA_KEY: KEY });
const owner = useOwner(api);

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
/** What a check finds while a change by the owner is in effect. */
const during = async <Result>(change: string, undo: string, look: () => Promise<Result>): Promise<Result> => {
  await owner.query(change);
  return look().finally(() => owner.query(undo));
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
    const looked = new Set([
      ...['configuration', 'edition', 'log key', 'disk', 'database'],
      ...['migrations', 'keys', 'served', 'nominees', 'guards'],
      ...['phone numbers', 'tallies', 'public log', 'clock', 'queue'],
    ]);
    const names = (await examine()).map(({ check }) => check);
    expect(skipped.map((line) => line.split(/ {2,}/)[1])).toEqual(names.filter((name) => !looked.has(name)));
    expect(names).toEqual([
      'configuration',
      'edition',
      'secrets',
      'log key',
      'mail',
      'mx',
      'spf',
      'dkim',
      'dmarc',
      'reverse name',
      'mail volume',
      'sms',
      'sms balance',
      'sms senders',
      'number look-up',
      'telegram',
      'instagram',
      'time',
      'disk',
      'public url',
      'ipv6',
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
      'instagram dm',
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

  it('names the invalid lines of the edition, and continues', async () => {
    const broken = brokenEditionIn(folder);
    const { edition, ...others } = await problems({ EDITION_DIR: broken });
    expect(edition?.detail).toMatch(/^edition\.yaml:1:1 .*; edition\.yaml:1:7 year must be a whole number/);
    expect(edition?.advice).toContain(`laurel edition check ${broken}`);
    expect(others).toEqual({});
  });

  it('reports that the served edition differs from the folder, and the command to run', async () => {
    const edited = editionIn(folder, 'edition.yaml', (text) => text.replace(/^year: \d+/m, 'year: 2031'));
    const { served, ...others } = await problems({ EDITION_DIR: edited });
    expect(served?.detail).toMatch(/^the edition imported at 20.* is served, not the one in /);
    expect(served?.advice).toBe(`See "laurel edition diff ${edited}", then run "laurel edition import ${edited}".`);
    expect(others).toEqual({});
    const commented = editionIn(folder, 'edition.yaml', (text) => `# A comment alone changes nothing.\n${text}`);
    expect(await checks.checkServedEdition(api.deps.pool, commented)).toMatchObject({ ok: true });
  });

  it('reports a changed DATA_KEY, unless it is among the previous ones', async () => {
    const other = Buffer.alloc(32, 4).toString('base64');
    expect((await problems({ DATA_KEY: other })).keys?.advice).toMatch(/^Set DATA_KEY to the key of this database/);
    expect(await problems({ DATA_KEY: other, DATA_KEY_PREVIOUS: KEY })).toEqual({});
  });
});

describe('the checks of laurel doctor', () => {
  it('report missing, edited, unfinished and unknown migrations', async () => {
    const table = '_prisma_migrations';
    const last = `(SELECT max(migration_name) FROM ${table})`;
    const { rows } = await owner.query<{ name: string }>(`SELECT ${last} AS name`);
    const name = rows[0]?.name ?? '';
    const set = (assignment: string, of = last) => `UPDATE ${table} SET ${assignment} WHERE migration_name = ${of}`;
    const reversed = set('checksum = reverse(checksum)');
    const found = (change: string, undo: string) => during(change, undo, () => checks.checkMigrations(api.deps.pool));
    expect(
      await found(set(`migration_name = '9999_later'`), set(`migration_name = '${name}'`, `'9999_later'`)),
    ).toEqual({ ok: false, detail: `not applied: ${name}`, advice: 'Run "laurel migrate".' });
    expect((await found(reversed, reversed)).detail).toBe(`${name}: applied with a different text`);
    expect((await found(set('finished_at = NULL'), set('finished_at = started_at'))).detail).toBe(
      `not applied: ${name}`,
    );
    const newer = await found(
      `INSERT INTO ${table} (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now())`,
      `DELETE FROM ${table} WHERE id = 'x'`,
    );
    expect(newer.detail).toBe('not known here: 9999_later');
  });

  it('report nominees that were never imported or are no longer listed', async () => {
    const { rows } = await owner.query<{ company: string }>('SELECT company FROM nominees WHERE id = 1');
    const company = rows[0]?.company ?? '';
    const rename = (name: string) => `UPDATE nominees SET company = '${name}' WHERE id = 1`;
    const found = (change: string, undo: string) => during(change, undo, () => checks.checkNominees(api.deps));
    expect((await found(rename('someone-else'), rename(company))).detail).toMatch(
      new RegExp(`^never imported: [\\w-]+/[\\w-]+/${company}$`),
    );
    const spare = await found(
      `INSERT INTO nominees (category_id, company) VALUES (1, 'someone-else')`,
      `DELETE FROM nominees WHERE company = 'someone-else'`,
    );
    expect(spare.detail).toMatch(/^not in the edition: [\w-]+\/[\w-]+\/someone-else$/);
  });

  it('report voting times that differ from the edition', async () => {
    const { rows } = await owner.query<{ opens_at: Date | null }>('SELECT opens_at FROM categories WHERE id = 1');
    const set = (assignment: string) => `UPDATE categories SET ${assignment} WHERE id = 1`;
    for (const [change, undo] of [
      ['opens_at = now()', `opens_at = '${rows[0]?.opens_at?.toISOString()}'`],
      ['closes_at = now()', 'closes_at = NULL'],
    ] as const) {
      expect(await during(set(change), set(undo), () => checks.checkNominees(api.deps))).toEqual({
        ok: false,
        detail: 'voting opens or closes at another time than the edition and the organisers say',
        advice: `Run "laurel migrate --reason '…'", which sets these times again.`,
      });
    }
    expect(await checks.checkNominees(api.deps)).toMatchObject({ ok: true });
  });

  it('report missing guards of the ballot box', async () => {
    const guards = await during(
      'ALTER TABLE votes DISABLE TRIGGER votes_append_only',
      'ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only',
      () => checks.checkBallotGuards(api.deps.pool),
    );
    expect(guards.detail).toMatch(/votes_append_only/);
    expect(guards.advice).toMatch(/^Stop the voting/);
  });

  it('report a queue without workers, and failed jobs', async () => {
    const jobs = 'graphile_worker._private_jobs';
    const add = (sql: string) => owner.query(`SELECT graphile_worker.add_job('send_mail', '{}'::json, ${sql})`);
    const found = async () => {
      const { detail } = await checks.checkQueue(api.deps.pool, new Date());
      await owner.query(`DELETE FROM ${jobs}`);
      return detail;
    };
    const quiet = await found();
    await add(`run_at => now() - interval '6 minutes'`);
    expect(await found()).toBe('1 of 1 jobs are overdue');
    await add(`run_at => now() - interval '4 minutes'`);
    expect(await found()).not.toContain('overdue');
    // A worker has it.
    await add(`run_at => now() - interval '6 minutes'`);
    await owner.query(`UPDATE ${jobs} SET locked_at = now(), locked_by = 'worker'`);
    expect(await found()).not.toContain('overdue');
    await add(`max_attempts => 1, run_at => now() - interval '6 minutes'`);
    await owner.query(`UPDATE ${jobs} SET attempts = max_attempts`);
    expect(await found()).toBe('1 of 1 jobs failed for good');
    expect(quiet).not.toMatch(/overdue|failed/);
  });

  it('report that no stranger’s message arrives, until a voter is verified', async () => {
    const found = () => checkInstagramMessages(readConfig({ ...environment(), ...GRAPH }), api.deps.pool);
    expect(await found()).toMatchObject({ ok: true, advice: expect.stringContaining('INSTAGRAM_PROVIDER=review') });
    await newcomer(api);
    await owner.query(
      `INSERT INTO instagram_accounts (id_hash, account_id, verified_at)
       SELECT decode(repeat('00', 32), 'hex'), id, now() FROM accounts LIMIT 1`,
    );
    expect(await found()).toEqual({ ok: true, detail: 'a voter’s message has arrived' });
  });

  it('report a wrong clock', async () => {
    const finding = await checks.checkClock(api.deps.pool, () => new Date(Date.now() + 3_601_000));
    expect(finding).toMatchObject({ ok: false, detail: expect.stringMatching(/are 3\d{3}\.\d s apart/) });
    expect(await checks.checkClock(api.deps.pool, () => new Date())).toMatchObject({ ok: true });
  });
});

// Last: tallies only grow, and so can't be put right again.
it('laurel doctor compares tallies with votes, and names every problem at once', async () => {
  await owner.query('INSERT INTO tallies (nominee_id, slot, count) VALUES (2, 0, 7)');
  await owner.query('ALTER TABLE votes DISABLE TRIGGER votes_append_only');
  await owner.query('UPDATE categories SET closes_at = now() WHERE id = 1');
  await owner.query('UPDATE _prisma_migrations SET checksum = reverse(checksum)');
  await owner.query(`SELECT graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '6 minutes')`);
  const found = await problems();
  expect(Object.keys(found)).toEqual(['migrations', 'nominees', 'guards', 'tallies', 'queue']);
  expect(found.tallies?.detail).toBe('nominee 2: 0 votes, tally 7');
  expect(found.tallies?.advice).toMatch(/The votes are authoritative/);
});
