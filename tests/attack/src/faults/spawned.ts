import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@laurel/database/free-port';
import { programEnv } from '@laurel/support/program-env';

const MAIN = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));
const TRIES = 800;

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
  for (let tries = 0; ; tries += 1) {
    const alive = await fetch(`${origin}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) break;
    if (tries === TRIES || child.exitCode !== null || child.signalCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start: ${child.exitCode ?? child.signalCode ?? 'no answer'}`);
    }
    await sleep(150);
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
