import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigrateOptions, migrate } from './migrate.ts';
import { defaultFunctionsDir } from './paths.ts';
import { openTestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

const secret = (text: string): string =>
  `CREATE OR REPLACE FUNCTION a_secret() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT ${text} $$;\n`;

describe('the functions of the database', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let functionsDir: string;
  let options: MigrateOptions;
  beforeEach(async () => {
    test = await openTestDatabase();
    functionsDir = mkdtempSync(join(tmpdir(), 'laurel-functions-'));
    cpSync(defaultFunctionsDir(), functionsDir, { recursive: true });
    options = { migrateUrl: test.migrateUrl, appUrl: test.url, functionsDir };
  });
  afterEach(async () => {
    await test.close();
    rmSync(functionsDir, { recursive: true });
  });

  const write = (text: string): void => writeFileSync(join(functionsDir, 'a_secret.sql'), secret(text));
  const told = async (): Promise<unknown> => (await test.owner.query('SELECT a_secret() AS told')).rows[0]?.told;

  it('are applied when a text changed, whatever the order of those that call each other, and only the owner may call a new one', async () => {
    writeFileSync(join(functionsDir, 'z_last.sql'), secret(`'last'`).replace('a_secret', 'z_last'));
    write('z_last()');
    expect(await migrate(options)).toEqual({ applied: ['functions'] });
    expect(await migrate(options)).toEqual({ applied: [] });
    expect(await told()).toBe('last');
    await expect(test.app.query('SELECT a_secret()')).rejects.toMatchObject({ code: '42501' });
    write(`'again'`);
    expect(await migrate(options)).toEqual({ applied: ['functions'] });
    expect(await told()).toBe('again');
  });

  it('stay as they were if one of the texts fails', async () => {
    write(`'first'`);
    await migrate(options);
    write(`'second'`);
    writeFileSync(join(functionsDir, 'z_last.sql'), 'CREATE OR REPLACE FUNCTION z_last(');
    await expect(migrate(options)).rejects.toThrow('syntax error');
    expect(await told()).toBe('first');
    rmSync(join(functionsDir, 'z_last.sql'));
    expect(await migrate(options)).toEqual({ applied: ['functions'] });
    expect(await told()).toBe('second');
  });

  // This test fails without the comparison with earlier texts: the older release's text replaced the newer one's.
  it('of a newer release stay when the older one migrates again, during an upgrade or a rollback', async () => {
    write(`'older'`);
    await migrate(options);
    write(`'newer'`);
    await migrate(options);
    write(`'older'`);
    expect(await migrate(options)).toEqual({ applied: [], newer: true });
    expect(await told()).toBe('newer');
  });

  it('wait for a lock no longer than half a second, so that people can vote, and are applied later', async () => {
    const other = await connect(test.migrateUrl);
    await other.query('BEGIN');
    await other.query('LOCK TABLE votes IN ROW EXCLUSIVE MODE');
    const trigger = `CREATE OR REPLACE TRIGGER a_trigger BEFORE INSERT ON votes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
    writeFileSync(join(functionsDir, 'z_last.sql'), `${trigger}\nDROP TRIGGER a_trigger ON votes;\n`);
    let ended = false;
    const migrating = migrate(options).finally(() => {
      ended = true;
    });
    const waiting = `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`;
    const count = async (): Promise<number | null> => (await test.owner.query(waiting)).rowCount;
    await expect.poll(count, { interval: 5 }).toBe(1);
    await expect.poll(count, { interval: 5 }).toBe(0);
    expect(ended).toBe(false);
    await other.query('COMMIT');
    await other.end();
    expect(await migrating).toEqual({ applied: ['functions'] });
  });
});
