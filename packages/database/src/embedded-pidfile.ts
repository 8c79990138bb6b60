import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The content of postmaster.pid (PostgreSQL's src/include/utils/pidfile.h defines its lines). */
export type PidFile = { pid: number; port: number; ready: boolean };

/** No process has this id: it is above every kernel's limit. */
const UNUSED_PID = 2_147_483_646;

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
  if (!Number.isInteger(pid) || pid <= 1 || pid === UNUSED_PID) return undefined;
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

/** Whether `pid` is a PostgreSQL server on this directory. The id in a stale file may belong to another process by now. */
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
 * Stops a server by its process id: with a fast shutdown (SIGINT: sessions end, everything is written), and after ten
 * seconds an immediate one (SIGQUIT: the next start recovers from the log). Never SIGKILL, which leaves its children.
 */
export const stopPostmaster = async (clusterDir: string, pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended, or belongs to another user: the wait below shows which.
    }
    if (await waitUntilGone(clusterDir, pid, 10_000)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${clusterDir} does not stop`);
};

/**
 * Prepares a start: stops a server whose parent was killed, and removes a stale process id from the file. The rest of the
 * file remains: with it PostgreSQL finds the shared memory that a killed server's children may still use, and does not
 * start beside them.
 */
export const clearPidFile = async (clusterDir: string): Promise<void> => {
  const found = readPidFile(clusterDir);
  if (found && isPostmasterOf(clusterDir, found.pid)) await stopPostmaster(clusterDir, found.pid);
  const path = pathOf(clusterDir);
  if (!existsSync(path)) return;
  const [first, ...rest] = readFileSync(path, 'utf8').split('\n');
  if (!found && first !== String(UNUSED_PID)) {
    // A start was interrupted before it wrote its process id, so it has not touched the data.
    rmSync(path);
    return;
  }
  const { uid, gid } = statSync(path);
  writeFileSync(`${path}.new`, [String(UNUSED_PID), ...rest].join('\n'), { mode: 0o600 });
  chownSync(`${path}.new`, uid, gid);
  renameSync(`${path}.new`, path);
};
