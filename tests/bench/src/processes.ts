import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a separate process. */
export type Server = { port: number; pid: number; stop(): Promise<void> };
/** `stop` and `kill` resolve when the process has ended. */
export type Running = Server & { kill(): Promise<void> };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LAUREL = here('../../../apps/api/dist/main.js');

/** The flags that `npm start` runs the server with. */
const LAUREL_FLAGS: string[] = JSON.parse(readFileSync(here('../../../apps/api/flags.json'), 'utf8'));

const STARTS_WITHIN_MS = 300_000;

const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the child has no output');
    const late = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS).unref();
    let printed = '';
    createInterface(child.stdout).on('line', (line) => {
      printed += `${line}\n`;
      const port = /"port":(\d+).*"listening"/.exec(line)?.[1];
      if (!port) return;
      clearTimeout(late);
      resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}:\n${printed}`)));
  });

const start = async (file: string, env: Record<string, string>, flags: string[] = []): Promise<Running> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, file], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  const port = await listening(child);
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};

/** The built Laurel, started as by `npm start`. */
export const startLaurel = (env: Record<string, string>): Promise<Running> => start(LAUREL, env, LAUREL_FLAGS);

/** A program of rivals/; it prints its port like Laurel. */
export const startRival = (name: string, env: Record<string, string> = {}): Promise<Running> =>
  start(here(`./rivals/${name}.ts`), env);

/**
 * Pins a process to cores with Linux' taskset, if available. The core of a woken process affects small requests more than
 * the server does, and the kernel chooses another one at every start.
 * @param cores a list for taskset: `0`, `0-3`
 */
export const pin = (pid: number, cores: string): void => {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
};

/** Resident memory of a process, megabytes (Linux). */
export const residentMb = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};
