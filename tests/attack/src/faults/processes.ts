import { execFileSync } from 'node:child_process';

/** A process and its descendants. */
export const familyOf = (pid: number): number[] => {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const children = (of: number): number[] =>
    pairs.filter(([, parent]) => parent === of).flatMap(([child = 0]) => [child, ...children(child)]);
  return [pid, ...children(pid)];
};

/** Sends a signal to processes, unless they have ended. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
};
