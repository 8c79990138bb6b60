import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@laurel/support/repository';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-prepare-'));
  for (const path of ['deploy/cluster', 'secrets', 'bin']) mkdirSync(join(folder, path), { recursive: true });
  cpSync(inRepository('deploy/cluster/prepare.sh'), join(folder, 'deploy/cluster/prepare.sh'));
  writeFileSync(join(folder, '.env'), 'LAUREL_DOMAIN=awards.example\n');
  writeFileSync(join(folder, 'secrets/database_url'), 'postgres://laurel_app:app-1@postgres:5432/laurel\n');
  writeFileSync(
    join(folder, 'secrets/database_replication_url'),
    'postgres://laurel_backup:backup-1@postgres:5432/laurel\n',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = () =>
  spawnSync('sh', ['deploy/cluster/prepare.sh'], {
    cwd: folder,
    env: { PATH: `${folder}/bin:${process.env.PATH}` },
    encoding: 'utf8',
  });
const read = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8');
const PASSWORDS = ['cluster_api_password', 'cluster_replication_password', 'cluster_rewind_password'];
const MADE = [...PASSWORDS, 'database_pooled_url', 'database_standby_url', 'pgbouncer_users'];
const made = (): string[] =>
  readdirSync(join(folder, 'secrets')).filter((name) => !/^database_(url|replication_url)$/.test(name));

it('makes the secrets of a cluster, and keeps those that exist', () => {
  writeFileSync(join(folder, 'secrets/cluster_api_password'), 'mine');
  expect(prepare()).toMatchObject({ status: 0, stderr: '' });
  expect(made().sort()).toEqual(MADE);
  expect(read('cluster_api_password')).toBe('mine');
  expect(read('cluster_rewind_password')).toMatch(/^[0-9a-f]{48}$/);
  expect(read('database_pooled_url')).toBe('postgres://laurel_app:app-1@pgbouncer:6432/laurel\n');
  expect(read('database_standby_url')).toBe('postgres://laurel_backup:backup-1@haproxy:5433/laurel\n');
  expect(read('pgbouncer_users')).toBe('"laurel_app" "app-1"\n');
  expect(statSync(join(folder, 'secrets/pgbouncer_users')).mode & 0o777).toBe(0o444);
  const before = MADE.map(read);
  expect(prepare().status).toBe(0);
  expect(MADE.map(read)).toEqual(before);
  expect(readFileSync(join(folder, '.env'), 'utf8').match(/COMPOSE_FILE/g)).toHaveLength(1);
});

// This test failed: a file exists before it is written, and the next run kept it.
it.each([...PASSWORDS, 'pgbouncer_users'])('makes %s again if it is empty', (name) => {
  writeFileSync(join(folder, 'secrets', name), '');
  expect(prepare().status).toBe(0);
  expect(read(name)).not.toBe('');
});

// This test failed: what was written until then stayed in the file of that name.
it.each(['od', 'sed'])(
  'leaves no part of a secret under its name if %s fails in the middle, and the next run completes it',
  (program) => {
    const stub = join(folder, 'bin', program);
    writeFileSync(stub, '#!/bin/sh\nprintf "half a"\nkill -9 $PPID\n');
    chmodSync(stub, 0o755);
    expect(prepare().status).not.toBe(0);
    for (const name of made().filter((each) => !each.endsWith('.draft'))) expect(read(name)).not.toContain('half a');
    rmSync(stub);
    expect(prepare().status).toBe(0);
    expect(made().sort()).toEqual(MADE);
    for (const name of MADE) expect(read(name)).not.toContain('half');
  },
);

it('makes no short password if the source of randomness ends', () => {
  writeFileSync(join(folder, 'bin/od'), '#!/bin/sh\necho " 1f 2e"\nexit 1\n');
  chmodSync(join(folder, 'bin/od'), 0o755);
  expect(prepare().status).not.toBe(0);
  expect(made().filter((name) => PASSWORDS.includes(name))).toEqual([]);
});
