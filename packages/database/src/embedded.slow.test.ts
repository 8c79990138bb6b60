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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts';
import { chooseAccount } from './embedded-account.ts';
import { embeddedBinDir } from './embedded-binaries.ts';
import { PROGRAM_ENV } from './embedded-cluster.ts';
import { readPidFile } from './embedded-pidfile.ts';
import { DirectoryInUseError } from './instance-lock.ts';
import { connect } from './testing-rows.ts';
import { temporaryDir } from './testing-server.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie is gone, whatever its parent does about it.
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** A port that is taken until it is given back. */
const takePort = async (): Promise<[port: number, close: () => Promise<unknown>]> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = (): Promise<unknown> => {
    server.close();
    return once(server, 'close');
  };
  return [typeof address === 'object' && address ? address.port : 0, close];
};

describe('the embedded server', () => {
  /** A cluster that was stopped well, to be copied: making one anew takes most of a second. */
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

  /** Starts the server from a process of its own, which can be killed. */
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

  const forget = (): void => {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  };

  it('starts from nothing, keeps its data and passwords, and leaves no process', async () => {
    forget();
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

  it('listens on 127.0.0.1 alone, and asks for a password', async () => {
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

  it('ends by itself when its parent is killed, and starts again with all that was committed', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    await killChild();
    await expect.poll(() => isAlive(pid)).toBe(false);
    await start();
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('starts at once after its parent was killed, without waiting for the old server to be gone', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    await killChild();
    await start();
    expect(isAlive(pid)).toBe(false);
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('is started again on its port when it is killed while in use', async () => {
    const { migrateUrl } = await start();
    await query('CREATE TABLE kept AS SELECT 7 AS id');
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => query('SELECT id FROM kept', migrateUrl).catch(() => 'away')).toEqual([7]);
    expect(postmasterPid()).not.toBe(pid);
    await running?.stop();
    expect(findEmbedded(dataDir)).toBeUndefined();
  });

  it('takes over when everything was killed but the server’s own children', async () => {
    const { migrateUrl } = await startInChild();
    await query('CREATE TABLE kept AS SELECT 7 AS id', migrateUrl);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await killChild();
    await start();
    expect(await query('SELECT id FROM kept')).toEqual([7]);
  });

  it('stops a server that outlived both its parent and its leash, and starts its own', async () => {
    const clusterDir = realpathSync(join(dataDir, 'postgres'));
    const binDir = embeddedBinDir();
    const { prefix, spawnAs } = chooseAccount(clusterDir, binDir);
    const [port, close] = await takePort();
    await close();
    const server = [join(binDir, 'postgres'), '-D', clusterDir, '-p', String(port), '-c', 'unix_socket_directories='];
    const [command = '', ...args] = [...prefix, ...server];
    const leftOver = spawn(command, args, { ...spawnAs, stdio: 'ignore', env: PROGRAM_ENV });
    await expect.poll(() => readPidFile(clusterDir)?.ready).toBe(true);
    await start();
    expect(isAlive(leftOver.pid ?? 0)).toBe(false);
    expect(await query('SELECT 1')).toEqual([1]);
  });

  it('goes on as the user that the database belongs to', async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : statSync(dataDir);
    spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, join(dataDir, 'postgres')]);
    await start();
    expect(statSync(join(dataDir, 'postgres/postmaster.pid')).uid).toBe(nobody.uid);
  });

  it('leaves a directory alone that is no database of ours', async () => {
    forget();
    mkdirSync(join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow('is no database of Laurel’s');
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('is not misled by the number of a dead server that somebody else has now', async () => {
    await start();
    await running?.stop();
    // Somebody else, but the same user, so that PostgreSQL itself takes the number for a running server.
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '127.0.0.1', '1 1', 'ready'];
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(pidFile, lines.join('\n'));
    chownSync(pidFile, uid, gid);
    await start();
    expect(await query('SELECT 1')).toEqual([1]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    stranger.kill();
  });

  it('begins again when its first start was cut off', async () => {
    forget();
    mkdirSync(join(dataDir, 'postgres.new-0a0a'));
    writeFileSync(join(dataDir, 'postgres.new-0a0a/PG_VERSION'), '17');
    const begun = startInChild().catch(() => undefined);
    await expect
      .poll(() => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')).length)
      .toBeGreaterThan(0);
    await killChild();
    await Promise.race([begun, Promise.resolve()]);
    await start();
    expect(await query('SELECT 1')).toEqual([1]);
  });

  it('refuses a second process, and a second start in the same one, while the first runs', async () => {
    await startInChild();
    await expect(start()).rejects.toThrow(`${dataDir} is in use by another running Laurel`);
    await expect(start()).rejects.toBeInstanceOf(DirectoryInUseError);
    await killChild();
    await start();
    await expect(startEmbedded({ dataDir })).rejects.toBeInstanceOf(DirectoryInUseError);
  });

  it('lets one of two that start at the same moment win', async () => {
    forget();
    const outcomes = await Promise.allSettled([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
    const [won] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    running = won;
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await query('SELECT 1')).toEqual([1]);
  });

  it('says why it does not start, and lets go', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/);
    const [port, close] = await takePort();
    await expect(start({ port })).rejects.toThrow(/Address already in use/);
    await close();
    await start({ port });
    expect(new URL(running?.migrateUrl ?? '').port).toBe(String(port));
  });

  it('can be found by a command run beside it', async () => {
    expect(findEmbedded(dataDir)).toBeUndefined();
    const { appUrl, migrateUrl } = await start();
    expect(findEmbedded(dataDir)).toEqual({ appUrl, migrateUrl });
    await running?.stop();
    expect(findEmbedded(dataDir)).toBeUndefined();
  });

  it('works in a directory that is closed to others, root’s included', async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    running = await startEmbedded({ dataDir: join(closed, 'data') });
    expect(await query('SELECT 1')).toEqual([1]);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
  });
});
