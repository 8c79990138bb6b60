import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

type Ids = { uid: number; gid: number };

/** How to start a PostgreSQL program: the owner of its files, the user that runs it, and a command to prefix. */
export type Account = { owner?: Ids; spawnAs: Partial<Ids>; prefix: readonly string[] };

const idOf = (name: string): Ids | undefined => {
  const read = (flag: string): number =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10);
  const [uid, gid] = [read('-u'), read('-g')];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
};

/** The innermost directory of `path` that the user may not enter. */
const closedTo = ({ uid, gid }: Ids, path: string): string | undefined => {
  const { mode, uid: owner, gid: group } = statSync(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return path;
  const parent = dirname(path);
  return parent === path ? undefined : closedTo({ uid, gid }, parent);
};

/**
 * setpriv (util-linux) can give a user the one capability that allows to pass closed directories. `no_setuid_fixup`
 * applies it to access(2) too, with which initdb finds its programs.
 */
const passClosedDirectories = (uid: number, gid: number): readonly string[] | undefined => {
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const securebits = '--securebits=+no_setuid_fixup';
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, securebits];
  const [command = '', ...args] = prefix;
  return spawnSync(command, [...args, 'true']).status === 0 ? prefix : undefined;
};

/** The owner of an existing cluster, unless it is root. The cluster keeps its owner. */
const ownerOf = (clusterDir: string): Ids | undefined => {
  if (!existsSync(clusterDir)) return undefined;
  const { uid, gid } = statSync(clusterDir);
  return uid === 0 ? undefined : { uid, gid };
};

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. If this process is root, the cluster's owner
 * runs it; a new cluster belongs to `postgres`, or to `nobody` without such a user. The only change on the machine is
 * that other users may enter the directory that holds the cluster (its secrets are files of mode 0600).
 * @param clusterDir the directory of the cluster, which need not exist yet
 * @param binDir the directory of the PostgreSQL programs
 */
export const chooseAccount = (clusterDir: string, binDir: string): Account => {
  if (process.getuid?.() !== 0) return { spawnAs: {}, prefix: [] };
  const user = ownerOf(clusterDir) ?? idOf('postgres') ?? idOf('nobody');
  if (!user) {
    throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody');
  }
  const dataDir = dirname(clusterDir);
  const { mode } = statSync(dataDir);
  if ((mode & 0o011) !== 0o011) chmodSync(dataDir, (mode & 0o7777) | 0o011);
  const closed = closedTo(user, dataDir) ?? closedTo(user, binDir);
  if (!closed) return { owner: user, spawnAs: user, prefix: [] };
  const prefix = passClosedDirectories(user.uid, user.gid);
  if (!prefix) {
    throw new Error(
      `PostgreSQL does not run as root, and other users may not enter ${closed}: start as an ordinary user, move to a directory that is open to all, or set DATABASE_URL to a server of your own`,
    );
  }
  return { owner: user, spawnAs: {}, prefix };
};
