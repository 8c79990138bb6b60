import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account } from './embedded-account.ts';

/** The passwords of a cluster. They are stored inside it (0600), so that neither is lost without the other. */
export type Credentials = { ownerPassword: string; appPassword: string };

export const OWNER_ROLE = 'laurel';
export const APP_ROLE = 'laurel_app';
export const CONSOLE_ROLE = 'laurel_console';
export const DATABASE = 'laurel';

/** The password of the console's role. It is derived, so that a cluster made before there was a console has it, too. */
export const consolePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(CONSOLE_ROLE).digest('base64url');

const credentialsFile = (clusterDir: string): string => join(clusterDir, 'laurel.json');

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === 'object' &&
  value !== null &&
  'ownerPassword' in value &&
  typeof value.ownerPassword === 'string' &&
  'appPassword' in value &&
  typeof value.appPassword === 'string';

export const readCredentials = (clusterDir: string): Credentials => {
  if (!existsSync(credentialsFile(clusterDir))) {
    throw new Error(`${clusterDir} is no database of Laurel’s: move it away, or set DATABASE_URL`);
  }
  const read: unknown = JSON.parse(readFileSync(credentialsFile(clusterDir), 'utf8'));
  if (!isCredentials(read)) throw new Error(`${credentialsFile(clusterDir)} holds no passwords`);
  return read;
};

/** The environment of every PostgreSQL program. No PG* variable of the caller reaches it. */
export const PROGRAM_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

const runInitdb = async (binDir: string, account: Account, args: readonly string[]): Promise<void> => {
  const [command = '', ...rest] = [...account.prefix, join(binDir, 'initdb'), ...args];
  const child = spawn(command, rest, { ...account.spawnAs, env: PROGRAM_ENV, stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, stderr] = await Promise.all([closed, text(child.stderr)]);
  if (code !== 0) throw new Error(`initdb failed: ${stderr.trim()}`);
};

/** Removes the files of an interrupted start. */
const removeLeftovers = (clusterDir: string): void => {
  const parent = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}.new-`;
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // An initdb whose parent was killed may still be writing; the next start removes its files.
    }
  }
};

/**
 * Creates the cluster if there is none. It is created under a temporary name and renamed when complete, so that an
 * interrupted start leaves nothing that looks like a database.
 */
export const ensureCluster = async (clusterDir: string, binDir: string, account: Account): Promise<Credentials> => {
  removeLeftovers(clusterDir);
  if (existsSync(clusterDir)) return readCredentials(clusterDir);
  const fresh = `${clusterDir}.new-${randomBytes(6).toString('hex')}`;
  const passwordFile = `${fresh}.password`;
  const credentials = {
    ownerPassword: randomBytes(24).toString('base64url'),
    appPassword: randomBytes(24).toString('base64url'),
  };
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, credentials.ownerPassword, { mode: 0o600 });
  if (account.owner) {
    chownSync(fresh, account.owner.uid, account.owner.gid);
    chownSync(passwordFile, account.owner.uid, account.owner.gid);
  }
  try {
    await runInitdb(binDir, account, [
      `--pgdata=${fresh}`,
      `--username=${OWNER_ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(credentialsFile(fresh), JSON.stringify(credentials), { mode: 0o600 });
  renameSync(fresh, clusterDir);
  return credentials;
};
