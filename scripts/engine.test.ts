import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A client that writes down its calls. It reaches an engine if the file `root` names the engine's data folder. */
const DOCKER = `#!/bin/sh
echo "$*" >>"$FAKE/calls"
case "$1 $2" in
  'info -f') exec cat "$FAKE/root" ;;
  'info ') test -f "$FAKE/root" ;;
  'compose version') test -f "$FAKE/compose" ;;
  'ps -aq') echo somebodys ;;
esac
`;
/** An engine that runs until it is stopped. */
const DOCKERD = `#!/bin/sh
echo $$ >"$FAKE/dockerd"
test -f "$FAKE/root" || echo "$FAKE/other" >"$FAKE/root"
exec sleep 60
`;

let dir: string;
const fake = (name: string, content: string): void => writeFileSync(join(dir, 'bin', name), content, { mode: 0o755 });
const calls = (): string => readFileSync(join(dir, 'calls'), 'utf8');
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const engine = (command: string) => {
  const env = { PATH: `${join(dir, 'bin')}:/usr/bin:/bin`, FAKE: dir, LAUREL_ENGINE_STATE: join(dir, 'state') };
  const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, 'engine'), [command], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const startedEngine = (): number => Number(readFileSync(join(dir, 'dockerd'), 'utf8'));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-engine-'));
  for (const folder of ['bin', 'state/data', 'other']) mkdirSync(join(dir, folder), { recursive: true });
  fake('docker', DOCKER);
  fake('dockerd', DOCKERD);
  // Nothing is installed.
  for (const name of ['apt-get', 'curl', 'mmdebstrap']) fake(name, '#!/bin/sh\nexit 1\n');
  writeFileSync(join(dir, 'compose'), '');
});
afterEach(() => {
  if (existsSync(join(dir, 'dockerd')) && isRunning(startedEngine())) process.kill(startedEngine());
  rmSync(dir, { recursive: true, force: true });
});

describe('scripts/engine up', () => {
  it('uses an engine that answers, and removes nothing', () => {
    writeFileSync(join(dir, 'root'), join(dir, 'other'));
    expect(engine('up')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(calls()).not.toMatch(/^rm |prune/m);
  });

  it('starts an engine, and removes what an interrupted run left in it', () => {
    fake('dockerd', DOCKERD.replace('$FAKE/other', '$LAUREL_ENGINE_STATE/data'));
    expect(engine('up')).toMatchObject({ status: 0, stdout: 'started\n' });
    expect(calls()).toContain('rm -f somebodys\nvolume prune -af\n');
  });

  it('removes nothing if another engine answers than the one that it started, and stops its own', async () => {
    expect(engine('up')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('another engine') });
    expect(calls()).not.toMatch(/^rm |prune/m);
    for (let tries = 0; tries < 500 && isRunning(startedEngine()); tries += 1) await sleep(20);
    expect(isRunning(startedEngine())).toBe(false);
  }, 20_000);

  it('starts no second engine beside one without compose', () => {
    writeFileSync(join(dir, 'root'), join(dir, 'other'));
    rmSync(join(dir, 'compose'));
    expect(engine('up')).toMatchObject({ status: 1, stderr: expect.stringContaining('has no compose') });
    expect([existsSync(join(dir, 'dockerd')), calls()]).toEqual([false, expect.not.stringMatching(/^rm |prune/m)]);
  });
});
