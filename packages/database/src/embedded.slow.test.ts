import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts';
import { chooseAccount } from './embedded-account.ts';
import { embeddedBinDir } from './embedded-binaries.ts';
import { PROGRAM_ENV } from './embedded-cluster.ts';
import { readPidFile } from './embedded-pidfile.ts';
import { freePort } from './free-port.ts';
import { DirectoryInUseError } from './instance-lock.ts';
import { temporaryDir } from './testing-directory.ts';
import { connect } from './testing-rows.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Occupies a port until it is closed. */
const takePort = async (): Promise<[port: number, close: () => Promise<unknown>]> => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = (): Promise<unknown> => {
    server.close();
    return once(server, 'close');
  };
  return [port, close];
};

describe('the embedded server', () => {
  /** A cleanly stopped cluster to copy: creating one takes most of a second. */
  let seed: string;
  let dataDir: string;
  let running: Embedded | undefined;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    seed = mkdtempSync(join(temporaryDir(), 'laurel-embedded-'));
    await (await startEmbedded({ dataDir: seed })).stop();
  });
  afterAll(() => {
    rmSync(seed, { recursive: true, force: true });
  });
  beforeEach(() => {
    dataDir = mkdtempSync(join(temporaryDir(), 'laurel-embedded-'));
    spawnSync('cp', ['-a', `${seed}/.`, dataDir]);
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await running?.stop();
    running = undefined;
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (options: { port?: number; settings?: Record<string, string> } = {}): Promise<Embedded> => {
    running = await startEmbedded({ dataDir, ...options });
    return running;
  };
  const query = async (sql: string, url = running?.migrateUrl ?? ''): Promise<unknown[]> => {
    const client = await connect(url);
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
    } finally {
      await client.end();
    }
  };
  const postmasterPid = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  /** Starts the server from a child process, which can be killed. */
  const startInChild = async (): Promise<{ migrateUrl: string; pid: number }> => {
    const code = `
      import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
      const { migrateUrl } = await startEmbedded({ dataDir: process.argv[1] });
      console.log(migrateUrl);
      setInterval(() => {}, 1000);`;
    child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout || !child.pid) throw new Error('no child');
    const [line] = await once(child.stdout, 'data');
    return { migrateUrl: String(line).trim(), pid: child.pid };
  };
  const killChild = async (): Promise<void> => {
    if (!child) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const clearDataDir = (): void => {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  };

  it('creates a cluster, keeps its data and passwords, and leaves no process', async () => {
    clearDataDir();
    const first = await start();
    await query('CREATE TABLE kept AS SELECT 7 AS id');
    expect(
      await query(`SELECT setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')`),
    ).toEqual(['on', 'on', 'on']);
    expect(statSync(join(dataDir, 'postgres/laurel.json')).mode & 0o777).toBe(0o600);
    const pid = postmasterPid();
    await first.stop();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);

    const second = await start();
    expect(await query('SELECT id FROM kept')).toEqual([7]);
    expect(new URL(second.migrateUrl).password).toBe(new URL(first.migrateUrl).password);
    expect(new URL(second.appUrl).password).toBe(new URL(first.appUrl).password);
  });

  it('listens only on 127.0.0.1 and requires a password', async () => {
    const { migrateUrl } = await start();
    expect(await query('SHOW listen_addresses')).toEqual(['127.0.0.1']);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const outside = others.find(({ family, internal }) => family === 'IPv4' && !internal);
    const elsewhere = new URL(migrateUrl);
    elsewhere.hostname = outside?.address ?? '127.0.0.2';
    await expect(connect(elsewhere.href)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const guess = new URL(migrateUrl);
    guess.password = 'guess';
    await expect(connect(guess.href)).rejects.toMatchObject({ code: '28P01' });
  });

  it('stops when its parent is killed, and starts again with all committed data', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    await killChild();
    await expect.poll(() => isAlive(pid)).toBe(false);
    await start();
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('starts immediately after its parent was killed', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    await killChild();
    await start();
    expect(isAlive(pid)).toBe(false);
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('is restarted on its port when it is killed while in use', async () => {
    const { migrateUrl } = await start();
    await query('CREATE TABLE kept AS SELECT 7 AS id');
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => query('SELECT id FROM kept', migrateUrl).catch(() => 'away')).toEqual([7]);
    expect(postmasterPid()).not.toBe(pid);
    await running?.stop();
    expect(findEmbedded(dataDir)).toBeUndefined();
  });

  it('starts when only the children of a killed server are left', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await killChild();
    await start();
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('replaces a server that outlived its parent and its watchdog', async () => {
    const clusterDir = realpathSync(join(dataDir, 'postgres'));
    const binDir = embeddedBinDir();
    const { prefix, spawnAs } = chooseAccount(clusterDir, binDir);
    const port = await freePort();
    const server = [join(binDir, 'postgres'), '-D', clusterDir, '-p', String(port), '-c', 'unix_socket_directories='];
    const [command = '', ...args] = [...prefix, ...server];
    const leftOver = spawn(command, args, { ...spawnAs, stdio: 'ignore', env: PROGRAM_ENV });
    await expect.poll(() => readPidFile(clusterDir)?.ready).toBe(true);
    await start();
    expect(isAlive(leftOver.pid ?? 0)).toBe(false);
    expect(await query('SELECT 1')).toEqual([1]);
  });

  it('runs as the owner of the database', async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : statSync(dataDir);
    spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, join(dataDir, 'postgres')]);
    await start();
    expect(statSync(join(dataDir, 'postgres/postmaster.pid')).uid).toBe(nobody.uid);
  });

  it('rejects a directory that is not a database of Laurel', async () => {
    clearDataDir();
    mkdirSync(join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow('is no database of Laurel’s');
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('starts when another process has the process id of a dead server', async () => {
    await start();
    await running?.stop();
    // Another process of the same user, so that PostgreSQL takes it for a running server.
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['infinity'], { uid, gid, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill());
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '127.0.0.1', '1 1', 'ready'];
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(pidFile, lines.join('\n'));
    chownSync(pidFile, uid, gid);
    await start();
    expect(await query('SELECT 1')).toEqual([1]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });

  it('starts again after an interrupted first start', async () => {
    clearDataDir();
    const older = 'postgres.new-0a0a';
    mkdirSync(join(dataDir, older));
    writeFileSync(join(dataDir, older, 'PG_VERSION'), '17');
    // It is killed before it has started, so this never settles.
    void startInChild();
    // Also once it is complete: a busy machine may look too late.
    const isBegun = () => readdirSync(dataDir).some((name) => /^postgres(\.new-|$)/.test(name) && name !== older);
    await expect.poll(isBegun, { interval: 5 }).toBe(true);
    await killChild();
    await start();
    expect(await query('SELECT 1')).toEqual([1]);
    expect(existsSync(join(dataDir, older))).toBe(false);
  });

  it('rejects a second start, in another process or the same one, while it runs', async () => {
    await startInChild();
    await expect(start()).rejects.toThrow(`${dataDir} is in use by another running Laurel`);
    await expect(start()).rejects.toBeInstanceOf(DirectoryInUseError);
    await killChild();
    await start();
    await expect(startEmbedded({ dataDir })).rejects.toBeInstanceOf(DirectoryInUseError);
  });

  it('allows one of two concurrent starts', async () => {
    clearDataDir();
    const outcomes = await Promise.allSettled([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
    const [won] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    running = won;
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await query('SELECT 1')).toEqual([1]);
  });

  it('reports why it does not start and releases its lock', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/);
    const [port, close] = await takePort();
    await expect(start({ port })).rejects.toThrow(/Address already in use/);
    await close();
    await start({ port });
    expect(new URL(running?.migrateUrl ?? '').port).toBe(String(port));
  });

  it('can be found by another command', async () => {
    expect(findEmbedded(dataDir)).toBeUndefined();
    const { appUrl, migrateUrl, consoleUrl } = await start();
    expect(findEmbedded(dataDir)).toEqual({ appUrl, migrateUrl, consoleUrl });
    await running?.stop();
    expect(findEmbedded(dataDir)).toBeUndefined();
  });

  it('works in a directory that only its owner may enter', async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    running = await startEmbedded({ dataDir: join(closed, 'data') });
    expect(await query('SELECT 1')).toEqual([1]);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
  });
});
