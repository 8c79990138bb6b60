import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys } from '@laurel/backup/signed';
import { migrate } from '@laurel/database/migrate';
import type pg from 'pg';
import type { Figure } from './finding.ts';
import { LAUREL, measureCommands, mostMb } from './large-commands.ts';
import type { Stage } from './stage.ts';

/** The program of PostgreSQL that backups run. */
const PROGRAM = 'pg_basebackup';

/** Whether this machine has the program in the server's version. */
const hasPrograms = async (owner: pg.Client): Promise<boolean> => {
  const { rows } = await owner.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const { stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  const major = (text: string): string | undefined => /\d+/.exec(text)?.[0];
  return major(stdout ?? '') === major(rows[0]?.version ?? '');
};

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );

const ended = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

/** A base backup, its verification and a drill, beside the service that ships the log; nothing without PostgreSQL's programs. */
export const measureBackup = async (stage: Stage, owner: pg.Client): Promise<Figure[]> => {
  if (!(await hasPrograms(owner))) return [];
  const folder = mkdtempSync(join(tmpdir(), 'laurel-bench-backup-'));
  // PostgreSQL does not run as root, so its owner also makes the backups; the embedded server's passwords are in its folder.
  const { uid, gid } = statSync(join(stage.cluster, 'PG_VERSION'));
  for (const path of [folder, join(stage.cluster, 'laurel.json')]) chownSync(path, uid, gid);
  const keys = { ...(await createKeyPair()), ...createSigningKeys() };
  const url = new URL(stage.migrateUrl);
  url.username = 'laurel_backup';
  const env = {
    HOME: folder,
    BACKUP_STORE: `file://${folder}/store`,
    BACKUP_SPOOL_DIR: join(folder, 'spool'),
    BACKUP_RECIPIENT: keys.recipient,
    BACKUP_IDENTITY: keys.identity,
    BACKUP_SIGNING_KEY: keys.signingKey,
    DATABASE_REPLICATION_URL: url.href,
  };
  await migrate({ migrateUrl: stage.migrateUrl, appUrl: stage.env.DATABASE_URL, replicationUrl: url.href });
  const daemon = spawn(process.execPath, [LAUREL, 'backup', 'run'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'ignore',
    uid,
    gid,
  });
  let daemonMb = 0;
  const sampling = setInterval(() => {
    daemonMb = Math.max(daemonMb, mostMb(daemon.pid ?? 0));
  }, 100);
  try {
    await sleep(1_000);
    const commands = ['create', 'list', 'verify', 'drill'].map((name) => ['backup', name]);
    const figures = await measureCommands(owner, env, commands, { uid, gid });
    const stored: Figure = {
      id: 'large.backup.size',
      what: 'the store',
      value: sizeOf(join(folder, 'store')) / 1024 ** 3,
      unit: ' GB',
      digits: 2,
      note: `the service needed ${daemonMb.toFixed(0)} MB`,
    };
    return [...figures, stored];
  } finally {
    clearInterval(sampling);
    await ended(daemon);
    await owner.query(`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active`);
    rmSync(folder, { recursive: true, force: true });
  }
};
