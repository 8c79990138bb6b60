// What the commands of backups share.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { MisuseError } from './output.ts';

const readIdentity = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new MisuseError(`--identity ${path}: there is no such file, or this user may not read it.`);
  }
};

/** A command that opens backups. */
export const withIdentity = (command: Command): Command =>
  command.option('--identity <FILE>', 'the age secret key; else BACKUP_IDENTITY_FILE', readIdentity);

/** A folder for as long as a command runs. */
export const scratchIn = (parent: string): { folder: string; cleanUp(): void } => {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'laurel-'));
  return { folder, cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Aborted when the process is asked to end; asked twice, it ends at once. */
export const stopSignal = (): AbortSignal => {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
};
