import { type ChildProcess, spawn } from 'node:child_process';

/** The exit code (1 if a signal ended it) and the output of a program. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The time for a stopped program to clean up, in milliseconds. */
const grace = 10_000;

const running = new Set<ChildProcess>();

/**
 * Runs a program in its own process group and returns its output, both streams in one text. A program that cannot be
 * started has the code 127. Processes that it leaves behind in its group are ended.
 */
export function capture(
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    env: NodeJS.ProcessEnv;
    /** Once it is aborted, the program is not started. Programs that clean up get no signal. */
    signal?: AbortSignal | undefined;
    onOutput?: (text: string) => void;
  },
): Promise<Outcome> {
  if (options.signal?.aborted) return Promise.resolve({ code: 130, output: `${program} was not started.\n` });
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
    // A grandchild with the inherited streams would delay "close", so the group is ended as soon as its leader exits.
    child.on('exit', () => signalGroup(child, 'SIGKILL'));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Stops every program that {@link capture} is running: interrupts its group, so that each process can clean up (SIGINT is
 * PostgreSQL's fast shutdown), and kills the rest after the grace time.
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
    // The group is already empty.
  }
}
