import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@laurel/database/free-port';
import { programEnv } from '@laurel/support/program-env';
import { until } from '@laurel/support/until';

const MAIN = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));

/** A server with its own way to start. */
export type Spawned = {
  origin: string;
  child: ChildProcess;
  /** Its exit code; null if a signal ended it. */
  gone: Promise<number | null>;
  stop(): Promise<void>;
};

/** Starts a server and waits until it responds. */
export const spawnServer = async (
  env: Readonly<Record<string, string>>,
  { args = [], stdio = 'ignore' }: { args?: readonly string[]; stdio?: StdioOptions } = {},
): Promise<Spawned> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-spawned-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args, MAIN], {
    env: { ...programEnv(), DATA_DIR: dataDir, ...env, PORT: String(port) },
    stdio,
  });
  const gone = once(child, 'exit').then(([code]: (number | null)[]) => {
    rmSync(dataDir, { recursive: true, force: true });
    return code ?? null;
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await until('the server to respond', () => {
      const end = child.exitCode ?? child.signalCode;
      if (end !== null) throw new Error(`the server did not start: ${end}`);
      return fetch(`${origin}/livez`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    origin,
    child,
    gone,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
};
