import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markForRecovery, restoreScript, targetTime } from './recover.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "laurel's recovery-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the script with a program that exits with `code`. */
const run = (code: number): number | null => {
  const script = join(dir, 'restore.sh');
  writeFileSync(script, restoreScript({ command: ['sh', '-c', `exit ${code}`] }, join(dir, 'ahead')));
  return spawnSync('sh', [script, 'SEGMENT', join(dir, 'target')]).status;
};

it('a base of a standby is opened like one of a primary', () => {
  const dataDir = mkdtempSync(join(dir, 'data-'));
  writeFileSync(join(dataDir, 'standby.signal'), '');
  markForRecovery(dataDir);
  expect(readdirSync(dataDir)).toEqual(['recovery.signal']);
});

describe('the restore_command', () => {
  // PostgreSQL takes the codes 1 to 125 for "no such file", which ends the recovery. A greater code stops PostgreSQL.
  it.each([
    [0, 0],
    [3, 1],
    [1, 255],
    [2, 255],
    [137, 255],
  ])('of a program that exits with %d exits with %d', (code, expected) => {
    expect(run(code)).toBe(expected);
  });

  it('uses a prefetched file', () => {
    spawnSync('mkdir', [join(dir, 'ahead')]);
    writeFileSync(join(dir, 'ahead', 'SEGMENT'), 'content');
    expect(run(1)).toBe(0);
    expect([existsSync(join(dir, 'target')), existsSync(join(dir, 'ahead', 'SEGMENT'))]).toEqual([true, false]);
  });
});

it('the target time of a recovery has a numeric offset', () => {
  expect(targetTime(new Date('2026-12-01T20:15:00.5+02:00'))).toBe('2026-12-01 18:15:00.500+00');
});
