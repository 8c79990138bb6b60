import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryDir } from '../packages/database/src/testing-directory.ts';

/** The servers and browsers of the quick stages write less than one gigabyte. */
const BYTES_NEEDED = 4 * 2 ** 30;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the folders of runs that were killed. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^laurel-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether programs may run there. Some systems forbid it for a disk in memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

function folderIn(parent: string): string {
  sweep(parent);
  const folder = mkdtempSync(join(parent, `laurel-run-${process.pid}-`));
  // PostgreSQL may run as another user, so every user has access.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Creates the folder of all temporary files of a run.
 * @param inMemory whether it may be in memory, where no test waits for the disk
 */
export function temporaryFolder(inMemory: boolean): string {
  const folder = folderIn(inMemory ? temporaryDir(BYTES_NEEDED) : tmpdir());
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return folderIn(tmpdir());
}
