// Runs PostgreSQL's own programs, which are part of the image.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './errors.ts';

/** The whole environment of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Settings = {
  /** Stops the program, and the stream on its stdin. */
  signal?: AbortSignal | undefined;
  input?: Readable;
  onLine?: (line: string) => void;
  environment?: Environment;
};

const STDERR_CHARACTERS = 4_000;

/**
 * Starts a program.
 * @returns also its end, with its stderr for error messages; rejected with a BackupError if it can't be started, and with
 *   the error of `input`, after which the program is stopped
 */
export const startProgram = (command: string, args: readonly string[], settings: Settings = {}) => {
  const { signal, input, onLine, environment } = settings;
  const child = spawn(command, args, { signal, ...(environment && { env: environment }) });
  let output = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    output = `${output}${line}\n`.slice(-STDERR_CHARACTERS);
    onLine?.(line);
  });
  const closed = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', (cause) => {
      // At the signal, the program has not ended yet.
      if (signal?.aborted) return;
      const problem = `${command} can't be started. Run this in the backup container, which has it.`;
      reject(new BackupError(problem, { cause }));
    });
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
  const fed = pipeline(input ?? [], child.stdin, { signal }).catch((error: NodeJS.ErrnoException) => {
    // A program that stops reading says why on stderr.
    if (error.code === 'EPIPE' || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    throw error;
  });
  const ended = closed.then(async (end) => {
    await fed;
    return end;
  });
  // Callers that await `ended` get the error. An error before that must not end this process.
  for (const each of [fed, ended]) each.catch(() => undefined);
  return { child, ended };
};

/**
 * Runs a program, which has ended when this settles.
 * @throws BackupError with its stderr if it fails; the signal's reason if that stopped it
 */
export const runProgram = async (
  command: string,
  args: readonly string[],
  settings: Pick<Settings, 'signal' | 'input'> = {},
): Promise<void> => {
  const { child, ended } = startProgram(command, args, settings);
  child.stdout.resume();
  const { code, output } = await ended.finally(() => settings.signal?.throwIfAborted());
  if (code !== 0) throw new BackupError(`${command} failed: ${output}`);
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
