import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from '@laurel/database/instance-lock';
import { programEnv } from '@laurel/support/program-env';
import { expect, it, onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

it('a start in a folder that another Laurel uses ends with one sentence, without a stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-used-'));
  const lock = await lockDirectory(folder);
  onTestFinished(async () => {
    await lock.release();
    rmSync(folder, { recursive: true });
  });
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { ...programEnv(), NODE_ENV: 'test', PORT: '0', DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, `${folder} is in use by another running Laurel: stop it first\n`]);
});
