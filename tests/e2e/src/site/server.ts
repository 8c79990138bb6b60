import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@laurel/database/free-port';
import { until } from '@laurel/support/until';
import { type Schedule, writeEdition } from './edition.ts';
import { copyPreparedDatabase, newDataDir } from './prepared-database.ts';

/** A Laurel instance: one process, an embedded database and a temporary folder. */
export type Site = {
  readonly origin: string;
  /** The folder of its database. */
  readonly dataDir: string;
  /** What it has printed so far. */
  printed(): string;
  /** Runs the organisers' command on it, and returns its output. @throws Error with its output if it fails */
  laurel(...args: string[]): string;
  close(): Promise<void>;
};

const repository = join(import.meta.dirname, '../../../..');

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** Disables flood detection, because all voters have one address. */
export const MANY_VOTERS = Object.fromEntries(
  ['REGISTER', 'LOGIN', 'MAIL', 'SMS'].flatMap((work) =>
    ['', '_NETWORK'].map((scope) => [`LIMITS_FLOOD_${work}${scope}`, '1000000']),
  ),
);

/**
 * Starts the built server with the built site on a free port.
 * @param schedule the demo edition's phases; by default voting is open and never closes
 * @param variables of its configuration; by default flood detection is disabled
 * @param root the folder of the project
 * @throws Error with the server's output if it does not start
 */
export const startSite = async (
  schedule?: Schedule,
  variables: Readonly<Record<string, string>> = MANY_VOTERS,
  root = repository,
): Promise<Site> => {
  const program = join(root, 'apps/api/dist/main.js');
  const command = join(root, 'apps/api/dist/laurel.js');
  const web = join(root, 'apps/web/dist');
  for (const needed of [program, join(web, 'index.html')]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run the build first (npm test -- build)`);
  }
  const dataDir = newDataDir();
  copyPreparedDatabase(dataDir);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let printed = '';
  // The machine's own configuration is not used.
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    TZ: 'UTC',
    PORT: String(port),
    DATA_DIR: dataDir,
    WEB_DIR: web,
    LOG_LEVEL: 'warn',
    ...variables,
    ...(schedule ? { EDITION_DIR: writeEdition(join(dataDir, 'edition'), schedule) } : {}),
  };
  const child = spawn(process.execPath, [program], { cwd: dataDir, stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const laurel = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`laurel ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  const close = async (): Promise<void> => {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await until('the server', () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      return isReady(origin);
    });
  } catch (cause) {
    await close();
    throw new Error(`the server did not start:\n${printed}`, { cause });
  }
  return { origin, dataDir, printed: () => printed, laurel, close };
};
