// PostgreSQL's own programs, as the image brings them.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from './errors.ts';

/** The variables of a program, all of them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** How many characters of what a program said are kept. */
const SAID = 4_000;

/** Starts a program, with these variables or those of this process; what it says on stderr is kept to tell why it failed. */
export const startProgram = (
  command: string,
  args: readonly string[],
  onSaid?: (line: string) => void,
  environment?: Environment,
): { child: Program; ended: Promise<{ code: number | null; said: string }> } => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(environment && { env: environment }) });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
    for (const line of text.split('\n')) if (line.trim() !== '') onSaid?.(line.trim());
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new BackupError(`${command} can't be started. Run this in the backup container, which has it.`, { cause }),
      ),
    );
    child.once('close', (code) => resolve({ code, said: said.trim() }));
  });
  // Whoever waits for the end hears of a failure; a start that fails while nobody waits yet ends no process.
  ended.catch(() => undefined);
  return { child, ended };
};

/** Runs a program to its end. @returns what it wrote @throws BackupError with what it said, if it failed */
export const runProgram = async (command: string, args: readonly string[]): Promise<string> => {
  const { child, ended } = startProgram(command, args);
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const { code, said } = await ended;
  if (code !== 0) throw new BackupError(`${command} failed: ${said || written.trim().slice(-SAID)}`);
  return written;
};

/** What a program writes, as a stream that ends only if the program ended well. */
export const outputOf = async function* (command: string, args: readonly string[]): AsyncGenerator<Buffer> {
  const { child, ended } = startProgram(command, args);
  try {
    for await (const chunk of child.stdout) yield chunk;
    const { code, said } = await ended;
    if (code !== 0) throw new BackupError(`${command} failed: ${said}`);
  } finally {
    child.kill();
  }
};

/** Feeds a stream to a program. @throws BackupError with what it said, if it failed */
export const feedProgram = async (command: string, args: readonly string[], body: Readable): Promise<void> => {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  const started = once(child, 'spawn');
  const ended = once(child, 'close');
  ended.catch(() => undefined);
  await started;
  // A program that stops reading says why by itself: the broken pipe is not what is told.
  child.stdin.on('error', () => undefined);
  const drained = () => once(child.stdin, 'drain').catch(() => ended);
  try {
    for await (const chunk of body) {
      if (child.exitCode !== null) break;
      if (!child.stdin.write(chunk)) await Promise.race([drained(), ended]);
    }
  } catch (error) {
    child.kill();
    throw error;
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new BackupError(`${command} failed: ${said.trim()}`);
};

/**
 * A connection string for a program's command line, which everybody on the machine can read: the password goes to a file
 * of mode 0600 in `folder`.
 * @param name what pg_stat_replication and synchronous_standby_names call the connection
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
