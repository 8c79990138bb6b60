import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'laurel-folders-'));
  vi.stubEnv('TMPDIR', parent);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true });
});

describe('the temporary folder of a run', () => {
  it('is empty, and every user may write to it', () => {
    const folder = temporaryFolder(false);
    expect(dirname(folder)).toBe(parent);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
    expect(existsSync(join(folder, 'program'))).toBe(false);
  });

  it('takes the place of those whose run was killed, and of no other', () => {
    const { pid } = spawnSync('true');
    const killed = join(parent, `laurel-run-${pid}-abcdef`);
    mkdirSync(join(killed, 'database'), { recursive: true });
    const running = join(parent, `laurel-run-${process.ppid}-abcdef`);
    mkdirSync(running);
    temporaryFolder(false);
    expect(existsSync(killed)).toBe(false);
    expect(existsSync(running)).toBe(true);
  });
});
