import { type ChildProcess, spawn } from 'node:child_process';

/** What a finished program left: its exit code (128 + n is not told apart from a failure) and all it printed. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** How long a stopped program has to put its own things away, in milliseconds. */
const grace = 10_000;

const running = new Set<ChildProcess>();

/**
 * Runs a program in a process group of its own and keeps what it prints, both streams in one text.
 * A program that can't be started is an outcome with code 127. Whatever it leaves running in its group is ended.
 */
export function capture(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; onOutput?: (text: string) => void },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let output = '';
    const keep = (chunk: string) => {
      output += chunk;
      options.onOutput?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${program} could not be started: ${error.message}\n` });
    });
    // A grandchild that inherited the streams would hold "close" back: the group is ended as soon as its leader is gone.
    child.on('exit', () => signalGroup(child, 'SIGKILL'));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Stops every program that {@link capture} still runs: an interrupt to its whole group, so that each can close what it
 * opened (PostgreSQL takes SIGINT as "fast shutdown"), then a kill for those that are still there after the grace time.
 */
export async function stopAll(): Promise<void> {
  const children = [...running];
  if (children.length === 0) return;
  const gone = Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))));
  for (const child of children) signalGroup(child, 'SIGINT');
  const timer = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL');
  }, grace);
  await gone;
  clearTimeout(timer);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty already.
  }
}
