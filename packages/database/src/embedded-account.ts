import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

type Ids = { uid: number; gid: number };

/** How to start a PostgreSQL program: whose files it works on, as whom it is spawned, and behind which other program. */
export type Account = { owner?: Ids; spawnAs: Partial<Ids>; prefix: readonly string[] };

const idOf = (name: string): Ids | undefined => {
  const ask = (flag: string): number => Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10);
  const [uid, gid] = [ask('-u'), ask('-g')];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
};

/** The nearest directory on the way to `path` that `uid` may not enter. */
const closedTo = ({ uid, gid }: Ids, path: string): string | undefined => {
  const { mode, uid: owner, gid: group } = statSync(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return path;
  const parent = dirname(path);
  return parent === path ? undefined : closedTo({ uid, gid }, parent);
};

/**
 * setpriv (util-linux) can hand a user the one capability that lets it pass closed directories. `no_setuid_fixup` makes
 * it count for access(2) too, with which initdb looks for the programs beside itself.
 */
const passClosedDirectories = (uid: number, gid: number): readonly string[] | undefined => {
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const securebits = '--securebits=+no_setuid_fixup';
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, securebits];
  const [command = '', ...args] = prefix;
  return spawnSync(command, [...args, 'true']).status === 0 ? prefix : undefined;
};

/** Who owns the cluster, if it is there and not root's: whoever it was made by, it goes on as theirs. */
const ownerOf = (clusterDir: string): Ids | undefined => {
  if (!existsSync(clusterDir)) return undefined;
  const { uid, gid } = statSync(clusterDir);
  return uid === 0 ? undefined : { uid, gid };
};

/**
 * PostgreSQL refuses to run as root: then it runs as the cluster's owner; a new one is made for `postgres`, or `nobody`
 * where there is no such user. Nothing on the machine is changed for it; only the directory that the cluster stands in is
 * opened for passing through (its secrets are files of mode 0600).
 * @param clusterDir the database's own directory, there already or not
 * @param binDir where the programs are
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
