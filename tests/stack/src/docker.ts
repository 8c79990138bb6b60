import { spawn } from 'node:child_process';

export type Outcome = { code: number; output: string };

type Options = { cwd?: string; input?: string };

/** Runs a program to its end. */
export const tryRun = (program: string, args: readonly string[], options: Options = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: options.cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
    // A program may end before it has read its input; its exit code decides.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });

/** Runs `docker …` to its end. */
export const tryDocker = (args: readonly string[], options?: Options): Promise<Outcome> =>
  tryRun('docker', args, options);

/**
 * Runs `docker`, which must succeed.
 * @returns its output
 * @throws Error with its output
 */
export const docker = async (args: readonly string[], options?: Options): Promise<string> => {
  const { code, output } = await tryDocker(args, options);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
};
