// Runs PostgreSQL's own programs, which are part of the image.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from './errors.ts';

/** The whole environment of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** Characters of stderr that are kept. */
const STDERR_CHARACTERS = 4_000;

/**
 * Starts a program with the given environment or that of this process. Its stderr is kept for error messages.
 * @param onLine called with each whole line of stderr
 */
export const startProgram = (
  command: string,
  args: readonly string[],
  onLine?: (line: string) => void,
  environment?: Environment,
): { child: Program; ended: Promise<{ code: number | null; output: string }> } => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(environment && { env: environment }) });
  let output = '';
  /** The line that has not ended yet. */
  let begun = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-STDERR_CHARACTERS);
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) onLine?.(line);
  });
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new BackupError(`${command} can't be started. Run this in the backup container, which has it.`, { cause }),
      ),
    );
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
  // Callers that await `ended` get the error. An error before that must not end this process.
  ended.catch(() => undefined);
  return { child, ended };
};

/**
 * Runs a program.
 * @returns its stdout
 * @throws BackupError with its stderr if it fails; the signal's reason if that stopped it
 */
export const runProgram = async (
  command: string,
  args: readonly string[],
  signal?: AbortSignal | undefined,
): Promise<string> => {
  const { child, ended } = startProgram(command, args);
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const stop = (): void => void child.kill();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const { code, output } = await ended.finally(() => signal?.removeEventListener('abort', stop));
  signal?.throwIfAborted();
  if (code !== 0) throw new BackupError(`${command} failed: ${output || written.trim().slice(-STDERR_CHARACTERS)}`);
  return written;
};

/** A program's stdout as a stream. @throws BackupError at the end, with the program's stderr, if the program fails */
export const outputOf = async function* (command: string, args: readonly string[]): AsyncGenerator<Buffer> {
  const { child, ended } = startProgram(command, args);
  try {
    for await (const chunk of child.stdout) yield chunk;
    const { code, output } = await ended;
    if (code !== 0) throw new BackupError(`${command} failed: ${output}`);
  } finally {
    child.kill();
  }
};

/**
 * Pipes a stream into a program, which has ended when this settles.
 * @param signal stops the program and the stream
 * @throws BackupError with its stderr if it fails
 */
export const feedProgram = async (
  command: string,
  args: readonly string[],
  body: Readable,
  signal?: AbortSignal,
): Promise<void> => {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-STDERR_CHARACTERS);
  });
  const started = once(child, 'spawn');
  const ended = once(child, 'close');
  ended.catch(() => undefined);
  await started;
  // A program that stops reading reports the reason on stderr; the broken pipe (EPIPE) is ignored.
  child.stdin.on('error', () => undefined);
  // The loop below can't see the signal while the stream is silent.
  const stop = (): void => {
    child.kill();
    body.destroy();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const drained = () => once(child.stdin, 'drain').catch(() => ended);
  try {
    for await (const chunk of body) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      if (!child.stdin.write(chunk)) await Promise.race([drained(), ended]);
    }
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new BackupError(`${command} failed: ${output.trim()}`);
  } catch (error) {
    child.kill();
    await ended;
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
};

/**
 * A connection string for a program's command line, which every user of the machine can read: the password goes to a file
 * of mode 0600 in `folder`.
 * @param name the connection's name in pg_stat_replication and synchronous_standby_names
 */
export const connectionFor = (databaseUrl: string, folder: string, name: string): string => {
  const url = new URL(databaseUrl);
  const passwordFile = join(folder, '.pgpass');
  const password = decodeURIComponent(url.password).replaceAll(/[\\:]/g, '\\$&');
  writeFileSync(passwordFile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  url.password = '';
  url.searchParams.set('passfile', passwordFile);
  url.searchParams.set('application_name', name);
  return url.href;
};
