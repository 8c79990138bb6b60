import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@laurel/support/until';
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
echo $$ >"$LAUREL_ENGINE_STATE/engine.pid"
test -f "$FAKE/root" || echo "$FAKE/other" >"$FAKE/root"
exec sleep 3600
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
const environment = () => ({
  PATH: `${join(dir, 'bin')}:/usr/bin:/bin`,
  FAKE: dir,
  LAUREL_ENGINE_STATE: join(dir, 'state'),
});
const engine = (command: string) => {
  const env = environment();
  const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, 'engine'), [command], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const startedEngine = (): number => Number(readFileSync(join(dir, 'dockerd'), 'utf8'));
const startsOwn = (): void => fake('dockerd', DOCKERD.replace('$FAKE/other', '$LAUREL_ENGINE_STATE/data'));
const expectStopped = async (): Promise<void> => {
  await until('the engine to stop', () => !isRunning(startedEngine()));
};

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
    startsOwn();
    expect(engine('up')).toMatchObject({ status: 0, stdout: 'started\n' });
    expect(calls()).toContain('rm -f somebodys\nvolume prune -af\n');
  });

  it('removes nothing if another engine answers than the one that it started, and stops its own', async () => {
    expect(engine('up')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('another engine') });
    expect(calls()).not.toMatch(/^rm |prune/m);
    await expectStopped();
  });

  it('starts no second engine beside one without compose', () => {
    writeFileSync(join(dir, 'root'), join(dir, 'other'));
    rmSync(join(dir, 'compose'));
    expect(engine('up')).toMatchObject({ status: 1, stderr: expect.stringContaining('has no compose') });
    expect([existsSync(join(dir, 'dockerd')), calls()]).toEqual([false, expect.not.stringMatching(/^rm |prune/m)]);
  });

  it('stops the engine that it started if an image is missing', async () => {
    startsOwn();
    fake('docker', DOCKER.replace('esac', "'image inspect') exit 1 ;;\n  pull*) exit 1 ;;\nesac"));
    expect(engine('up')).toMatchObject({ status: 1, stdout: 'started\n' });
    await expectStopped();
  });
});

describe('npm test with containers', () => {
  /** Starts the stage in a copy of the scripts, and waits for a file that a program writes. */
  const startStage = async (awaited: string) => {
    const root = join(dir, 'repository');
    const isPart = (path: string): boolean => !path.endsWith('.test.ts');
    cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true, filter: isPart });
    // The only file of another folder that the scripts import.
    const shared = 'packages/database/src/testing-directory.ts';
    cpSync(join(import.meta.dirname, '..', shared), join(root, shared));
    symlinkSync(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"type": "module"}');
    for (const folder of ['tests/stack', 'temporary']) mkdirSync(join(root, folder), { recursive: true });
    const child = spawn(process.execPath, [join(root, 'scripts/test.ts'), 'stack'], {
      env: { ...environment(), TMPDIR: join(root, 'temporary') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    await until(awaited, () => child.exitCode !== null || existsSync(join(dir, awaited)));
    return { child, temporary: join(root, 'temporary') };
  };

  it('removes the images and stops the engine after Ctrl-C', async () => {
    startsOwn();
    fake('vitest', '#!/bin/sh\ntouch "$FAKE/vitest"\nexec sleep 3600\n');
    const { child, temporary } = await startStage('vitest');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(calls()).toMatch(/^image rm --force /m);
    await expectStopped();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('starts no program after Ctrl-C but those that clean up', async () => {
    startsOwn();
    fake('docker', DOCKER.replace('esac', `'build -q') trap 'exit 0' INT; touch "$FAKE/build"; sleep 3600 ;;\nesac`));
    fake('vitest', '#!/bin/sh\ntouch "$FAKE/vitest"\nexec sleep 3600\n');
    const { child } = await startStage('build');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect([calls().match(/^build /gm)?.length, existsSync(join(dir, 'vitest'))]).toEqual([1, false]);
    await expectStopped();
  });

  it('stops the engine after Ctrl-C while the images are pulled', async () => {
    startsOwn();
    fake(
      'docker',
      DOCKER.replace('esac', `'image inspect') exit 1 ;;\n  pull*) touch "$FAKE/pull"; exec sleep 3600 ;;\nesac`),
    );
    const { child } = await startStage('pull');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    await expectStopped();
  });
});
