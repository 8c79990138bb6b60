import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own for a node: a file with a file system, which takes space only as it is filled. */
export type Disk = { path: string; fill(): void; free(): void; close(): void };

const BALLAST = 'ballast';

/** Makes a disk and mounts it. @throws Error without root rights */
export const makeDisk = (folder: string, name: string, gigabytes: number): Disk => {
  const image = join(folder, `${name}.img`);
  const path = join(folder, name);
  mkdirSync(path);
  execFileSync('truncate', ['--size', `${gigabytes}G`, image]);
  // Without blocks that only root may use: then full is full for PostgreSQL too.
  execFileSync('mkfs.ext4', ['-q', '-m', '0', '-E', 'lazy_itable_init=1', image]);
  execFileSync('mount', ['-o', 'loop', image, path]);
  const ballast = join(path, BALLAST);
  return {
    path,
    fill: () => {
      // In ever smaller parts, until nothing is left.
      for (let size = statfsSync(path).bavail * statfsSync(path).bsize, part = 0; size >= 4096; part += 1) {
        try {
          execFileSync('fallocate', ['--length', String(size), `${ballast}-${part}`], { stdio: 'ignore' });
        } catch {
          size = Math.floor(size / 2);
        }
        size = Math.min(size, statfsSync(path).bavail * statfsSync(path).bsize);
      }
    },
    free: () => execFileSync('find', [path, '-maxdepth', '1', '-name', `${BALLAST}-*`, '-delete']),
    close: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(image, { force: true });
    },
  };
};
