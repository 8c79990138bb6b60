import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startNode } from '@laurel/support/process';
import { inRepository, repositoryFile } from '@laurel/support/repository';

/** A server in a separate process. `stop` and `kill` resolve when the process has ended. */
export type Running = { port: number; pid: number; stop(): Promise<unknown>; kill(): Promise<unknown> };

/** The flags that `npm start` runs the server with. */
const LAUREL_FLAGS: string[] = JSON.parse(repositoryFile('apps/api/flags.json'));

const start = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> => {
  const { port, pid, stop } = await startNode(args, { PATH: process.env.PATH ?? '', PORT: '0', ...env });
  return { port, pid, stop: () => stop('SIGTERM'), kill: () => stop('SIGKILL') };
};

/** The built Laurel, started as by `npm start`. */
export const startLaurel = (env: Readonly<Record<string, string>>): Promise<Running> =>
  start([...LAUREL_FLAGS, inRepository('apps/api/dist/main.js')], env);

/** A program of rivals/; it prints its port like Laurel. */
export const startRival = (name: string, env: Readonly<Record<string, string>> = {}): Promise<Running> =>
  start([inRepository(`tests/bench/src/rivals/${name}.ts`)], env);

/**
 * Pins a process to cores with Linux' taskset, if available. The core of a woken process affects small requests more than
 * the server does, and the kernel chooses another one at every start.
 * @param cores a list for taskset: `0`, `0-3`
 */
export const pin = (pid: number, cores: string): void => {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
};

/** Pins servers to one core, where they stay, and the generator (this process) to another while the work runs. */
export const onOneCoreEach = async (servers: readonly Running[], work: () => Promise<void>): Promise<void> => {
  if (availableParallelism() < 2) return work();
  const all = `0-${availableParallelism() - 1}`;
  for (const { pid } of servers) pin(pid, '0');
  pin(process.pid, '1');
  try {
    await work();
  } finally {
    pin(process.pid, all);
  }
};

/** Megabytes of a process now (`VmRSS`), or at most so far (`VmHWM`; Linux). @throws Error if it has ended */
const statusMb = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Resident memory of a process, megabytes. */
export const residentMb = (pid: number): number => statusMb(pid, 'VmRSS');

/** The most memory that a process had so far, megabytes; 0 when it has ended. */
export const mostMb = (pid: number): number => {
  try {
    return statusMb(pid, 'VmHWM');
  } catch {
    return 0;
  }
};
