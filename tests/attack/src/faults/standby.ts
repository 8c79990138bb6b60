import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startVictim, type Victim } from './postgres.ts';

/** A standby, which can be promoted. */
export type Standby = Victim & { promote(): Promise<void> };

const within = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The owner's connection string with another port. */
const at = (url: string, port: number): string => {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
};

/** Copies a running cluster as in PostgreSQL's manual (26.3.4), so that it can start as a standby. */
const copyCluster = (primary: Victim, to: string): Promise<void> =>
  within(primary.migrateUrl, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', primary.cluster, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    rmSync(join(to, 'postmaster.pid'), { force: true });
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(to, name), text);
      execFileSync('chown', ['--reference', join(to, 'PG_VERSION'), join(to, name)]);
    }
  });

/** Starts a standby, for which every commit of the primary waits. */
export const startStandby = async (primary: Victim): Promise<Standby> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-standby-'));
  await copyCluster(primary, join(dataDir, 'postgres'));
  const { username, password, port } = new URL(primary.migrateUrl);
  const standby = await startVictim(
    {
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=laurel_standby`,
    },
    dataDir,
  );
  await within(primary.migrateUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'laurel_standby'`);
    await client.query('SELECT pg_reload_conf()');
    for (;;) {
      const { rows } = await client.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
      if (rows.length > 0) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  });
  return {
    ...standby,
    promote: () =>
      within(at(primary.migrateUrl, standby.port), async (client) => {
        await client.query('SELECT pg_promote(true, 60)');
        // It has no standby of its own, so its commits wait for none.
        await client.query('ALTER SYSTEM RESET synchronous_standby_names');
        await client.query('SELECT pg_reload_conf()');
      }),
  };
};
