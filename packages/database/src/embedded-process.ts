import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './embedded-account.ts';
import { PROGRAM_ENV } from './embedded-cluster.ts';
import { clearPidFile, readPidFile, stopPostmaster } from './embedded-pidfile.ts';

export type PostmasterOptions = {
  clusterDir: string;
  binDir: string;
  account: Account;
  port: number;
  /** Server settings, e.g. `{ max_connections: '200' }`. */
  settings: Readonly<Record<string, string>>;
};

export type Postmaster = {
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** A failed start, and whether another attempt (on another port, or later) may succeed. */
export class StartError extends Error {
  override name = 'StartError';
  readonly portTaken: boolean;
  readonly stillInUse: boolean;

  constructor(log: string) {
    super(`PostgreSQL did not start: ${log.trim() || 'it said nothing'}`);
    this.portTaken = /could not bind|Address already in use/.test(log);
    this.stillInUse = /pre-existing shared memory block/.test(log);
  }
}

/**
 * A shell around the server. It sends SIGINT (PostgreSQL's fast shutdown) when the pipe from this process closes, by
 * `stop` or because this process was killed. Without it, a killed parent would leave its server behind.
 */
const WATCHDOG = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

const READY_WITHIN_MS = 60_000;

/** Starts the server of a cluster and waits until it accepts connections. The log of the last start is `<clusterDir>.log`. */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { clusterDir, binDir, account, port } = options;
  await clearPidFile(clusterDir);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [join(binDir, 'postgres'), '-D', clusterDir, ...flags];
  const [command = '', ...args] = [...account.prefix, '/bin/sh', '-c', WATCHDOG, 'laurel-postgres', ...server];

  const logFile = `${clusterDir}.log`;
  const log = openSync(logFile, 'w', 0o600);
  // In a separate session: Ctrl-C in the terminal reaches only this process, which stops the database last.
  const child = spawn(command, args, {
    ...account.spawnAs,
    env: PROGRAM_ENV,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const { stdin } = child;
  if (!stdin) throw new Error('the shell has no input');
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  stdin.on('error', () => undefined);

  for (let waited = 0; ; waited += 5) {
    if (over) throw new StartError(readFileSync(logFile, 'utf8'));
    const found = readPidFile(clusterDir);
    if (found?.ready) {
      child.unref();
      const stop = async (): Promise<void> => {
        child.ref();
        stdin.end();
        const slow = sleep(10_000, 'slow', { ref: false });
        if ((await Promise.race([ended, slow])) === 'slow') await stopPostmaster(clusterDir, found.pid);
        await ended;
      };
      return { pid: found.pid, ended, stop };
    }
    if (waited > READY_WITHIN_MS) {
      stdin.end();
      throw new StartError(readFileSync(logFile, 'utf8'));
    }
    await sleep(5);
  }
};
