import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onConnection } from './connection.ts';
import { until } from './until.ts';

/** The name of the standby in `synchronous_standby_names`. */
const NAME = 'laurel_standby';

/**
 * Copies a running PostgreSQL as in its manual ("Making a Base Backup Using the Low Level API"), so that it can
 * start as a standby.
 * @param migrateUrl the owner's connection string of the primary
 * @param cluster the primary's data directory
 * @param to the standby's, which must not exist
 * @returns the setting with which the standby must start
 */
export const copyForStandby = (
  migrateUrl: string,
  cluster: string,
  to: string,
): Promise<{ primary_conninfo: string }> =>
  onConnection(migrateUrl, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', cluster, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    rmSync(join(to, 'postmaster.pid'), { force: true });
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(to, name), text);
      execFileSync('chown', ['--reference', join(to, 'PG_VERSION'), join(to, name)]);
    }
    const { username, password, port } = new URL(migrateUrl);
    return {
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${NAME}`,
    };
  });

/** Makes every commit wait for the standby, which must be running, or for none. Resolves once it is so. */
export const setSynchronous = (migrateUrl: string, synchronous: boolean): Promise<void> =>
  onConnection(migrateUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${synchronous ? NAME : ''}'`);
    await client.query('SELECT pg_reload_conf()');
    const state = synchronous ? 'sync' : 'async';
    const waiting = 'SELECT 1 FROM pg_stat_replication WHERE application_name = $1 AND sync_state = $2';
    await until(`a standby that is ${state}`, async () => (await client.query(waiting, [NAME, state])).rows.length > 0);
  });

/** Makes a standby a primary, whose commits wait for no standby. */
export const promote = (migrateUrl: string): Promise<void> =>
  onConnection(migrateUrl, async (client) => {
    await client.query('SELECT pg_promote(true, 300)');
    await client.query('ALTER SYSTEM RESET synchronous_standby_names');
    await client.query('SELECT pg_reload_conf()');
  });
