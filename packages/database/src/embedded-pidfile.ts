import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What postmaster.pid says (its lines are set out in PostgreSQL's src/include/utils/pidfile.h). */
export type PidFile = { pid: number; port: number; ready: boolean };

/** No process has this number: it is above every kernel's limit. */
const NOBODY = 2_147_483_646;

const pathOf = (clusterDir: string): string => join(clusterDir, 'postmaster.pid');

export const readPidFile = (clusterDir: string): PidFile | undefined => {
  const path = pathOf(clusterDir);
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || pid === NOBODY) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
};

const commandLine = (pid: number): string => {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
};

/** Whether `pid` is a PostgreSQL server on this very directory: the number in a stale file may be anybody's by now. */
export const isPostmasterOf = (clusterDir: string, pid: number): boolean => {
  const command = `${commandLine(pid)} `;
  return command.includes('postgres') && command.includes(`-D ${clusterDir} `);
};

const waitUntilGone = async (clusterDir: string, pid: number, milliseconds: number): Promise<boolean> => {
  for (let waited = 0; waited < milliseconds; waited += 20) {
    if (!isPostmasterOf(clusterDir, pid)) return true;
    await sleep(20);
  }
  return !isPostmasterOf(clusterDir, pid);
};

/**
 * Stops a server by its number: first the fast way (SIGINT: sessions are cut, everything is written), after ten seconds
 * the immediate one (SIGQUIT: the next start recovers from the log). Never SIGKILL, which leaves its children behind.
 */
export const stopPostmaster = async (clusterDir: string, pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone by itself, or not ours to stop: the wait below tells.
    }
    if (await waitUntilGone(clusterDir, pid, 10_000)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${clusterDir} does not stop`);
};

/**
 * Makes way for a start: a server left over from a killed parent is stopped, a stale number is taken out of the file. The
 * rest of the file stays: PostgreSQL finds in it the shared memory that a killed server's children may still use, and
 * does not start beside them.
 */
export const clearPidFile = async (clusterDir: string): Promise<void> => {
  const found = readPidFile(clusterDir);
  if (found && isPostmasterOf(clusterDir, found.pid)) await stopPostmaster(clusterDir, found.pid);
  const path = pathOf(clusterDir);
  if (!existsSync(path)) return;
  const [first, ...rest] = readFileSync(path, 'utf8').split('\n');
  if (!found && first !== String(NOBODY)) {
    // A start that was cut off before it had written its number: it never came to the data.
    rmSync(path);
    return;
  }
  const { uid, gid } = statSync(path);
  writeFileSync(`${path}.new`, [String(NOBODY), ...rest].join('\n'), { mode: 0o600 });
  chownSync(`${path}.new`, uid, gid);
  renameSync(`${path}.new`, path);
};
