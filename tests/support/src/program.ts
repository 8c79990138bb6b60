import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { until } from './until.ts';

/** A program that runs in the foreground, in its own process. */
export type Program = { readonly pid: number; stop(): Promise<void> };

type Start = {
  /** The program's name in errors. */
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The folder of its files, which is removed when it ends; none by default. */
  readonly folder?: string;
  /** Whether it answers. Called until it does. */
  readonly answers: () => Promise<boolean>;
};

/**
 * Starts a program and waits until it answers.
 * @throws Error with what it wrote to its standard error, if it ends first or does not answer
 */
export const startProgram = async ({ name, path, args, env, folder, answers }: Start): Promise<Program> => {
  const child = spawn(path, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(`${name} to answer`, () => {
      if (child.exitCode !== null) throw new Error(`${name} ended`);
      return answers();
    });
  } catch (error) {
    await stop();
    throw new Error(`${name} did not start:\n${output}`, { cause: error });
  }
  return { pid: child.pid ?? 0, stop };
};
