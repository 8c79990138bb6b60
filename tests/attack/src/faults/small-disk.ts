import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small separate disk, which can be filled completely. */
export type SmallDisk = { path: string; fill(): void; free(): void; close(): void };

const CHUNKS = [1 << 20, 4096, 1];

/** Mounts a small file system in memory. @throws Error without root rights */
export const makeSmallDisk = (megabytes: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'laurel-room-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      mkdirSync(ballast, { recursive: true });
      const fd = openSync(join(ballast, 'stone'), 'a');
      for (const size of CHUNKS) {
        try {
          for (;;) writeSync(fd, Buffer.alloc(size, 1));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
      closeSync(fd);
    },
    free: () => rmSync(ballast, { recursive: true, force: true }),
    close: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/**
 * Simulates a full disk without a mount: limits the size of the files that processes write to one octet (setrlimit(2)),
 * or lifts the limit.
 */
export const cramp = (pids: readonly number[], isCramped: boolean): void => {
  const limit = isCramped ? '1:unlimited' : 'unlimited:unlimited';
  for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`]);
};
