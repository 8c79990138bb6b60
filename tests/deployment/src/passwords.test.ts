import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const SECRETS = {
  postgres_password: 'owner-1\n',
  database_url: 'postgres://laurel_app:app-1@postgres:5432/laurel\n',
  database_console_url: 'postgres://laurel_console:console-1@postgres:5432/laurel\n',
  database_replication_url: 'postgres://laurel_backup:backup-1@postgres:5432/laurel\n',
  cluster_replication_password: 'replication-1',
  cluster_rewind_password: 'rewind-1',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-passwords-'));
  mkdirSync(join(folder, 'deploy/postgres'), { recursive: true });
  cpSync(join(root, 'deploy/postgres/passwords.sh'), join(folder, 'deploy/postgres/passwords.sh'));
  mkdirSync(join(folder, 'secrets'));
  for (const [name, content] of Object.entries(SECRETS)) writeFileSync(join(folder, 'secrets', name), content);
  // Replaces the engine: keeps the input of psql.
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\necho "$@" >arguments\ncat >statements\n');
  chmodSync(join(folder, 'docker'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync('sh', ['deploy/postgres/passwords.sh', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const read = (name: string): string => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const statements = read('statements');
  const changed = [...statements.matchAll(/ALTER ROLE (\w+) PASSWORD ''([^']+)''/g)].map(([, role, password]) => [
    role,
    password,
  ]);
  return { status, stderr, arguments: read('arguments'), statements, changed };
};

const ROLES = [
  ['laurel', 'owner-1'],
  ['laurel_app', 'app-1'],
  ['laurel_console', 'console-1'],
  ['laurel_backup', 'backup-1'],
];

it('every role gets the password of its file, and none is logged by the server', () => {
  const { status, stderr, changed, statements, ...ran } = run();
  expect([status, stderr, changed]).toEqual([0, '', ROLES]);
  expect(ran.arguments).toContain('exec -T postgres psql');
  expect(statements).not.toContain('CREATE ROLE');
  expect(statements).not.toContain('ALTER SYSTEM');
  // This test fails without each of the three.
  expect(statements).toMatch(
    /^SET log_statement = none; SET log_min_duration_statement = -1; SET log_min_error_statement = panic;[\s\S]*ALTER ROLE/m,
  );
  expect(statements).not.toMatch(/ALTER ROLE[\s\S]*SET log_/);
});

it('a deployment without a console has three roles', () => {
  writeFileSync(join(folder, 'secrets/database_console_url'), '');
  const { status, stderr, changed } = run();
  expect([status, stderr, changed]).toEqual([0, '', ROLES.filter(([role]) => role !== 'laurel_console')]);
});

it('the primary of a cluster also gets the roles of Patroni, and loses a setting that would override Patroni’s', () => {
  const { changed, statements, ...ran } = run('pg1');
  expect(ran.arguments).toContain('exec -T pg1 psql');
  expect(changed).toEqual([...ROLES, ['laurel_replication', 'replication-1'], ['laurel_rewind', 'rewind-1']]);
  expect(statements).toContain('CREATE ROLE laurel_replication LOGIN REPLICATION');
  expect(statements).toContain('ALTER SYSTEM RESET synchronous_standby_names;\nSELECT pg_reload_conf()');
});

it('a password with special characters is left as it is, with a warning, and the others are set', () => {
  writeFileSync(join(folder, 'secrets/database_url'), "postgres://laurel_app:it's%40@postgres:5432/laurel");
  const { status, stderr, changed } = run();
  expect([status, stderr]).toEqual([0, expect.stringContaining('laurel_app has special characters')]);
  expect(changed).toEqual(ROLES.filter(([role]) => role !== 'laurel_app'));
});

it('if a file is missing, nothing is sent', () => {
  rmSync(join(folder, 'secrets/postgres_password'));
  const { status, statements } = run();
  expect([status, statements]).toEqual([1, '']);
});
