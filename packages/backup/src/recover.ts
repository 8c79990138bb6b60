// Runs a temporary PostgreSQL on a restored data directory. It listens only on a socket in a temporary folder.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Base } from './catalog.ts';
import { BackupError } from './errors.ts';
import { type Environment, startProgram } from './programs.ts';
import { onServer, readReplayed } from './server.ts';
import { formatLsn, type Lsn, SEGMENT_BYTES } from './wal.ts';

export type Fetch = {
  /** The program and its first arguments. The file's name and its destination follow. */
  command: readonly string[];
  /** Its whole environment, including keys, which appear on no disk and in no process list. */
  environment: Environment;
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The exit code of `laurel backup wal-get` if the store has no such file. */
export const ABSENT = 3;

/**
 * The script that PostgreSQL runs for each WAL file. It moves a prefetched file, or fetches it. Exit code 1 (no such file)
 * ends the recovery; any other failure exits with 255, which stops PostgreSQL.
 */
export const restoreScript = ({ command }: Pick<Fetch, 'command'>, aheadDir: string): string => `#!/bin/sh
mv ${quoted(aheadDir)}/"$1" "$2" 2>/dev/null && exit 0
${command.map(quoted).join(' ')} "$1" "$2"
case $? in 0) exit 0 ;; ${ABSENT}) exit 1 ;; *) exit 255 ;; esac
`;

/** The settings of the temporary server. The restored configuration is ignored: it was written for another machine. */
const settingsFor = (socketDir: string): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: socketDir,
  unix_socket_permissions: '0700',
  hba_file: join(socketDir, 'pg_hba.conf'),
  ident_file: join(socketDir, 'pg_ident.conf'),
  hot_standby: 'off',
  archive_mode: 'off',
  synchronous_standby_names: '',
  max_wal_senders: '0',
  shared_preload_libraries: '',
  ssl: 'off',
  huge_pages: 'try',
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  autovacuum: 'off',
  lc_messages: 'C',
});

/** Formats a recovery_target_time. PostgreSQL reads the setting before it knows time zone names, including "Z". */
export const targetTime = (at: Date): string => `${at.toISOString().replace('T', ' ').replace('Z', '')}+00`;

export type Recovered = {
  /** The connection string of a role for a database. It needs no password. */
  urlFor(user: string, database: string): string;
  stop(): Promise<void>;
};

type Ask = {
  dataDir: string;
  fetch: Fetch;
  aheadDir: string;
  /** Recover to this time instead of the end. */
  at?: Date | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Makes a PostgreSQL that starts on a data directory replay the log to its end and then accept writes. Removes
 * standby.signal, which the base of a standby contains: with it, the server would wait for more log for ever.
 */
export const markForRecovery = (dataDir: string): void => {
  rmSync(join(dataDir, 'standby.signal'), { force: true });
  writeFileSync(join(dataDir, 'recovery.signal'), '');
};

/**
 * Starts a PostgreSQL on a restored data directory and waits until it has replayed the WAL and accepts queries.
 * @throws BackupError with the output of PostgreSQL if it fails
 */
export const recover = async (ask: Ask): Promise<Recovered> => {
  const { dataDir, fetch, aheadDir, at, signal } = ask;
  if (userInfo().uid === 0) {
    throw new BackupError('PostgreSQL does not run as root: run this as the user of the backup container (postgres).');
  }
  const socketDir = mkdtempSync(join(tmpdir(), 'laurel-recovery-'));
  chmodSync(socketDir, 0o700);
  writeFileSync(join(socketDir, 'pg_hba.conf'), 'local all all trust\n');
  writeFileSync(join(socketDir, 'pg_ident.conf'), '');
  writeFileSync(join(socketDir, 'restore.sh'), restoreScript(fetch, aheadDir), { mode: 0o600 });
  markForRecovery(dataDir);
  const settings: Record<string, string> = {
    ...settingsFor(socketDir),
    restore_command: `sh ${quoted(join(socketDir, 'restore.sh'))} %f %p`,
    ...(at ? { recovery_target_time: targetTime(at), recovery_target_action: 'promote' } : {}),
  };
  // The command line overrides postgresql.conf and postgresql.auto.conf, which may name files of the lost machine.
  const config = join(socketDir, 'postgresql.conf');
  writeFileSync(config, '');
  const args = ['-D', dataDir, '-c', `config_file=${config}`, '-c', `data_directory=${dataDir}`];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);

  let ready = false;
  const onLine = (line: string): void => {
    // Printed once the WAL is replayed; the server accepts no queries before.
    if (line.includes('database system is ready to accept connections')) ready = true;
  };
  const { child, ended } = startProgram('postgres', args, { onLine, environment: fetch.environment });
  child.stdout.resume();
  const failed = ended.then(({ output }) => {
    throw new BackupError(`PostgreSQL could not recover the backup: ${output}`);
  });
  failed.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await failed.catch(() => undefined);
    rmSync(socketDir, { recursive: true, force: true });
  };
  const urlFor = (user: string, database: string): string =>
    `postgresql:///${encodeURIComponent(database)}?${new URLSearchParams({ host: socketDir, user })}`;
  try {
    while (!ready) {
      signal?.throwIfAborted();
      await Promise.race([sleep(100), failed]);
    }
    return { urlFor, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** PostgreSQL's message if the WAL ends and no transaction was committed after the requested time. */
const TARGET_NOT_REACHED = 'recovery ended before configured recovery target was reached';

type TargetAsk = Ask & {
  base: Pick<Base, 'superuser' | 'database'>;
  /** The signed end of the WAL; undefined without a signed head. */
  end: { upTo: Lsn } | undefined;
};

/** Recovers to a time, or to the end of the WAL, and checks that the end is the signed one. @throws BackupError */
export const recoverTo = async (ask: TargetAsk): Promise<Recovered> => {
  let wholeLog = ask.at === undefined;
  const server = await recover(ask).catch((error: unknown) => {
    if (wholeLog || !(error instanceof BackupError) || !error.message.includes(TARGET_NOT_REACHED)) throw error;
    // The WAL is complete up to the time, and no transaction was committed after it, so its end is that time.
    wholeLog = true;
    return recover({ ...ask, at: undefined });
  });
  if (!wholeLog || !ask.end) return server;
  try {
    const reached = await onServer(server.urlFor(ask.base.superuser, ask.base.database), readReplayed);
    // The signed end may lie within a WAL record, which is then not replayed.
    if (reached + SEGMENT_BYTES >= ask.end.upTo) return server;
    throw new BackupError(
      `The recovery ended at ${formatLsn(reached)}, but the log was signed to be in the store up to ${formatLsn(ask.end.upTo)}: files of it were removed.`,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
};
