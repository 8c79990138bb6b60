// A PostgreSQL of our own over a restored data directory: on a socket in a temporary folder, reached by nobody else.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Base } from './catalog.ts';
import { BackupError } from './errors.ts';
import { type Environment, startProgram } from './programs.ts';
import { formatLsn, type Lsn, parseLsn, SEGMENT_BYTES } from './wal.ts';

/** How a file of the log is fetched. */
export type Fetch = {
  /** A program and its arguments; the file's name and where to put it follow. */
  command: readonly string[];
  /** All of its variables, keys among them: those are on no disk and in no list of processes. */
  environment: Environment;
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** `laurel backup wal-get` ends with it where the store has no such file. */
export const ABSENT = 3;

/**
 * The script that PostgreSQL runs for each file. It takes what was fetched ahead, else fetches. A file that is not there
 * ends the recovery (1); anything else that fails must not look like it (255 stops PostgreSQL).
 */
export const restoreScript = ({ command }: Pick<Fetch, 'command'>, aheadDir: string): string => `#!/bin/sh
mv ${quoted(aheadDir)}/"$1" "$2" 2>/dev/null && exit 0
${command.map(quoted).join(' ')} "$1" "$2"
case $? in 0) exit 0 ;; ${ABSENT}) exit 1 ;; *) exit 255 ;; esac
`;

/** What the recovery needs of the server; what else the server's own configuration says is for its own machine. */
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

/** As recovery_target_time takes it: the setting is read before PostgreSQL knows time zones by name, "Z" among them. */
export const targetTime = (at: Date): string => `${at.toISOString().replace('T', ' ').replace('Z', '')}+00`;

export type Recovered = {
  /** A connection string for the superuser of the cluster. */
  urlFor(user: string, database: string): string;
  stop(): Promise<void>;
};

type Ask = {
  dataDir: string;
  fetch: Fetch;
  /** Where files of the log wait that were fetched ahead. */
  aheadDir: string;
  /** Recover to this moment, not to the end. */
  at?: Date | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Starts a PostgreSQL over a restored data directory and waits until it has replayed the log and takes queries.
 * @throws BackupError with what PostgreSQL said, where it can't
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
  writeFileSync(join(dataDir, 'recovery.signal'), '');
  const settings: Record<string, string> = {
    ...settingsFor(socketDir),
    restore_command: `sh ${quoted(join(socketDir, 'restore.sh'))} %f %p`,
    ...(at ? { recovery_target_time: targetTime(at), recovery_target_action: 'promote' } : {}),
  };
  // Command lines beat postgresql.conf and postgresql.auto.conf, which may name files of the machine that is gone.
  const config = join(socketDir, 'postgresql.conf');
  writeFileSync(config, '');
  const args = ['-D', dataDir, '-c', `config_file=${config}`, '-c', `data_directory=${dataDir}`];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);

  let ready = false;
  const hear = (line: string): void => {
    // Said once the log is replayed: this server takes no queries before.
    if (line.includes('database system is ready to accept connections')) ready = true;
  };
  const { child, ended } = startProgram('postgres', args, hear, fetch.environment);
  child.stdout.resume();
  let over = false;
  const end = ended.finally(() => {
    over = true;
  });
  end.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await end.catch(() => undefined);
    rmSync(socketDir, { recursive: true, force: true });
  };
  const urlFor = (user: string, database: string): string =>
    `postgresql:///${encodeURIComponent(database)}?${new URLSearchParams({ host: socketDir, user })}`;
  try {
    while (!ready) {
      signal?.throwIfAborted();
      if (over) {
        const { said } = await end;
        throw new BackupError(`PostgreSQL could not recover the backup: ${said}`);
      }
      await sleep(100);
    }
    return { urlFor, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What PostgreSQL says where the log is over and nothing was committed after the moment that was asked for. */
const TARGET_NOT_REACHED = 'recovery ended before configured recovery target was reached';

const replayedUpTo = async (url: string): Promise<Lsn> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ lsn: string }>('SELECT pg_last_wal_replay_lsn()::text AS lsn');
    return parseLsn(rows[0]?.lsn ?? '');
  } finally {
    await client.end();
  }
};

type TargetAsk = Ask & {
  base: Pick<Base, 'superuser' | 'database'>;
  /** How far the log was signed to go; undefined where nobody has signed that. */
  end: { upTo: Lsn } | undefined;
};

/**
 * Recovers to a moment, or to the end of the log, and makes sure that the end is the one that was signed.
 * @throws BackupError
 */
export const recoverTo = async (ask: TargetAsk): Promise<Recovered> => {
  let wholeLog = ask.at === undefined;
  const server = await recover(ask).catch((error: unknown) => {
    if (wholeLog || !(error instanceof BackupError) || !error.message.includes(TARGET_NOT_REACHED)) throw error;
    // The log is complete up to the moment, and nothing was committed after it: its end is that moment.
    wholeLog = true;
    return recover({ ...ask, at: undefined });
  });
  if (!wholeLog || !ask.end) return server;
  try {
    const reached = await replayedUpTo(server.urlFor(ask.base.superuser, ask.base.database));
    // The signed end may lie within a record, which is then not replayed.
    if (reached + SEGMENT_BYTES >= ask.end.upTo) return server;
    throw new BackupError(
      `The recovery ended at ${formatLsn(reached)}, but the log was signed to be in the store up to ${formatLsn(ask.end.upTo)}: files of it were removed.`,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
};
