// PostgreSQL servers for tests: the embedded one, or one of this machine, which also has the programs that backups run.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount } from '@laurel/database/embedded-account';
import { startPostmaster } from '@laurel/database/embedded-process';
import pg from 'pg';
import type { ClusterCatalog } from '../catalog.ts';
import { fetchWal } from '../fetch-wal.ts';
import { chooseBase } from '../policy.ts';
import { markForRecovery, targetTime } from '../recover.ts';
import { unpackBase } from '../restore.ts';
import type { Trust } from '../signed.ts';
import type { Store } from '../store.ts';

/**
 * Finds the folder of PostgreSQL's programs in Debian's folder, of version 15 or later.
 * @throws Error with the package to install, if it is missing
 */
export const findPrograms = (debian = '/usr/lib/postgresql'): string => {
  const versions = existsSync(debian) ? readdirSync(debian).filter((version) => Number(version) >= 15) : [];
  const folders = versions.sort().map((version) => join(debian, version, 'bin'));
  const needed = ['initdb', 'postgres', 'pg_receivewal', 'pg_basebackup'];
  const found = folders.findLast((folder) => needed.every((name) => existsSync(join(folder, name))));
  if (found !== undefined) return found;
  throw new Error(
    'No PostgreSQL 15 or later with pg_receivewal was found: install it (apt-get install postgresql) and try again.',
  );
};

/** The server that `startAt` starts. Each query has its own connection. */
export type Server = { query(sql: string): Promise<Record<string, unknown>[]>; stop(): Promise<void> };

const USER = 'laurel';
export const urlAt = (port: number): string => `postgres://${USER}@127.0.0.1:${port}/postgres`;

/** Creates a cluster. @param dataDir in a folder that other users may enter */
export const createCluster = (binDir: string, dataDir: string): void => {
  mkdirSync(dataDir, { mode: 0o700 });
  const { owner, prefix, spawnAs } = chooseAccount(dataDir, binDir);
  if (owner) chownSync(dataDir, owner.uid, owner.gid);
  const args = [`--pgdata=${dataDir}`, `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--no-locale'];
  const [command = '', ...rest] = [...prefix, join(binDir, 'initdb'), ...args];
  const { status, stderr } = spawnSync(command, rest, { ...spawnAs, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
};

/** Copies a cluster that does not run, as a standby. @param primaryPort the server that the copy follows */
export const makeStandby = (dataDir: string, copyDir: string, primaryPort: number): void => {
  execFileSync('cp', ['-a', dataDir, copyDir]);
  writeFileSync(join(copyDir, 'standby.signal'), '');
  appendFileSync(join(copyDir, 'postgresql.auto.conf'), `primary_conninfo = '${urlAt(primaryPort)}'\n`);
};

/** Starts the server of a cluster. @param hot whether a standby accepts connections */
export const startAt = async (binDir: string, dataDir: string, port: number, hot = false): Promise<Server> => {
  const settings = { hot_standby: hot ? 'on' : 'off', autovacuum: 'off' };
  const account = chooseAccount(dataDir, binDir);
  const server = await startPostmaster({ clusterDir: dataDir, binDir, account, port, settings });
  return {
    stop: server.stop,
    query: async (sql) => {
      const client = new pg.Client({ connectionString: urlAt(port) });
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(sql);
        return rows;
      } finally {
        await client.end();
      }
    },
  };
};

type Ask = {
  store: Store;
  catalog: ClusterCatalog;
  identity: string;
  trust: Trust;
  dataDir: string;
  at?: Date | undefined;
};

/** Unpacks the base for a time and fetches all WAL, so that the server recovers when it starts. */
export const restoreTo = async ({ store, catalog, identity, trust, dataDir, at }: Ask): Promise<void> => {
  const { cluster, head } = catalog;
  mkdirSync(dataDir, { mode: 0o700 });
  await unpackBase(store, chooseBase(catalog, at), [identity], dataDir);
  const archive = `${dataDir}.wal`;
  mkdirSync(archive);
  for (const { file } of catalog.wal) {
    const name = file.name.replace('.partial', '');
    const wanted = { store, cluster, identities: [identity], trust, end: head, aheadDir: undefined };
    await fetchWal({ ...wanted, name, path: join(archive, name) });
  }
  const target = at ? `recovery_target_time = '${targetTime(at)}'\nrecovery_target_action = 'promote'\n` : '';
  // The base may be one of a restored cluster, with its settings.
  writeFileSync(join(dataDir, 'postgresql.auto.conf'), `restore_command = 'cp "${archive}/%f" "%p"'\n${target}`);
  markForRecovery(dataDir);
  const { owner } = chooseAccount(dataDir, '/');
  if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dataDir, archive]);
};
