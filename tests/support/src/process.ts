import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programEnv } from './program-env.ts';

/** A Laurel server in its own process. */
export type ServerProcess = {
  origin: string;
  /** Its DATA_DIR. */
  dataDir: string;
  /** Its output so far, on both streams. */
  printed(): string;
  pid: number;
  /** Sends a signal. Resolves with the exit code when the process has ended (null after a kill). */
  stop(signal: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null>;
};

const MAIN = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));

/**
 * Starts a program of Node.js in its own process, and waits until it prints its port as Laurel does.
 * @param args the flags, the program and its arguments
 * @param env the whole environment
 */
export const startNode = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      printed += `${line}\n`;
      const listening = /"port":(\d+).*"listening"/.exec(line)?.[1];
      if (listening) resolve(Number(listening));
    });
    gone.then(() => reject(new Error(`the server ended before it listened:\n${printed}`)), reject);
  });
  return {
    port,
    gone,
    printed: () => printed,
    pid: child.pid ?? 0,
    stop: (signal: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null> => {
      child.kill(signal);
      return gone;
    },
  };
};

/**
 * Starts the real entry point on a random port, with its own keys and data folder.
 * @param env variables that override those of a silent development instance
 */
export const startServerProcess = async (env: Record<string, string>): Promise<ServerProcess> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-process-'));
  const all = { ...programEnv(), NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, ...env };
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const { port, gone, ...server } = await startNode([MAIN], all).catch((error: unknown) => {
    remove();
    throw error;
  });
  const ended = gone.then((code) => {
    remove();
    return code;
  });
  const stop: ServerProcess['stop'] = async (signal) => {
    await server.stop(signal);
    return ended;
  };
  return { ...server, stop, origin: `http://127.0.0.1:${port}`, dataDir: all.DATA_DIR };
};
