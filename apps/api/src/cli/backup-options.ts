// Options that the commands of backups share.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { password } from '@inquirer/prompts';
import { readCatalog } from '@laurel/backup/catalog';
import type { End } from '@laurel/backup/fetch-wal';
import { openStore } from '@laurel/backup/open-store';
import type { Fetch } from '@laurel/backup/recover';
import { requireIdentities } from '@laurel/backup/sealed';
import type { BackupSettings } from '@laurel/backup/settings';
import { requireTrust, type Trust, verifyKeyText } from '@laurel/backup/signed';
import { formatLsn, parseLsn } from '@laurel/backup/wal';
import type { Command } from 'commander';
import { environmentWith } from '../config.ts';
import { readGiven } from './given-file.ts';
import type { Laurel } from './laurel.ts';
import { MisuseError } from './output.ts';
import { readTime } from './time.ts';

export type Keys = { identity?: string };
export type TrustOptions = { verifyKey?: string; unsigned: boolean };

/** Adds the options of a command that decrypts backups. */
export const withIdentity = (command: Command): Command =>
  command.option(
    '--identity <FILE>',
    'the age private key; - reads it from the standard input; else BACKUP_IDENTITY_FILE, else it is asked for',
  );

/** Adds the options of a command that verifies the signatures of backups. */
export const withTrust = (command: Command): Command =>
  command
    .option(
      '--verify-key <FILE>',
      'the public key that checks the signatures; else BACKUP_VERIFY_KEY or BACKUP_VERIFY_KEY_FILE',
    )
    .option('--unsigned', 'also accept unsigned backups, from before Laurel signed them', false);

const readVerifyKey = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new MisuseError(`--verify-key ${path}: the file does not exist, or this user can't read it.`);
  }
};

/** Prompts for the private key without showing it. */
const askIdentity = async ({ ask }: Laurel): Promise<string | undefined> => {
  if (!ask) return undefined;
  const message = 'The private key that opens the backups (AGE-SECRET-KEY-1…; it is not shown):';
  return process.stdin.isTTY ? password({ message, mask: false }, { output: process.stderr }) : ask(message);
};

/** The text of the private key from the options, if there is one. @throws MisuseError */
export const givenIdentity = async (
  { identity }: Keys,
  settings: Pick<BackupSettings, 'identity'>,
): Promise<string | undefined> => {
  if (identity === undefined) return settings.identity;
  return (await readGiven(identity, '--identity')).trim();
};

/** The text of the private key, from the options or a prompt. @throws BackupError MisuseError */
export const identityText = async (
  laurel: Laurel,
  options: Keys,
  settings: Pick<BackupSettings, 'identity'>,
): Promise<string> => {
  const identity = (await givenIdentity(options, settings)) ?? (await askIdentity(laurel));
  return requireIdentities({ identity }).join('\n');
};

/** The keys that the command trusts. @throws BackupError MisuseError */
export const trustOf = (
  { verifyKey, unsigned }: TrustOptions,
  settings: Pick<BackupSettings, 'verifyKey' | 'signingKey'>,
): Trust => {
  const given = verifyKey === undefined ? undefined : readVerifyKey(verifyKey);
  return requireTrust(settings, { given, unsigned });
};

/** Reads the store, in which the command trusts these keys. @throws BackupError MisuseError */
export const readBackups = async ({ backupSettings }: Laurel, options: TrustOptions) => {
  const settings = backupSettings();
  const trust = trustOf(options, settings);
  const store = await openStore(settings.store);
  return { settings, trust, store, clusters: await readCatalog(store, trust) };
};

/** Parses a time from an option. @throws MisuseError */
export const timeFor =
  (option: string) =>
  (text: string): Date => {
    const time = readTime(text);
    if (time) return time;
    throw new MisuseError(`${option} ${text}: write the time with its time zone, for example 2026-12-01T20:15:00Z.`);
  };

/** The signed end of the WAL, as an option of `laurel backup wal-get`. */
const endText = ({ timeline, upTo }: End): string => `${timeline}:${formatLsn(upTo)}`;

/** Parses the option that `endText` writes. @throws BackupError */
export const endOf = (given: string): End => {
  const [timeline = '', upTo = ''] = given.split(':');
  return { timeline: Number(timeline), upTo: parseLsn(upTo) };
};

type FetchAsk = {
  identity: string;
  trust: TrustOptions;
  settings: Pick<BackupSettings, 'verifyKey' | 'signingKey'>;
  /** The files of the keys, if a process needs them that starts later: their names are then in the command line. */
  files?: Keys | undefined;
};

/** The command line that runs this program again to fetch a WAL file, and the environment with the keys for it. */
export const fetchBy =
  ({ identity, trust, settings, files }: FetchAsk) =>
  (cluster: string, aheadDir: string, end: End | undefined): Fetch => {
    const { verifyKey, unsigned } = trust;
    return {
      command: [
        process.execPath,
        resolve(process.argv[1] ?? ''),
        'backup',
        'wal-get',
        `--cluster=${cluster}`,
        `--ahead=${aheadDir}`,
        ...(end ? [`--end=${endText(end)}`] : []),
        ...(unsigned ? ['--unsigned'] : []),
        ...(verifyKey === undefined ? [] : [`--verify-key=${resolve(verifyKey)}`]),
        ...(files?.identity === undefined ? [] : [`--identity=${resolve(files.identity)}`]),
      ],
      environment: environmentWith({
        BACKUP_IDENTITY: identity,
        BACKUP_IDENTITY_FILE: '',
        // Fetching needs only the verifying keys, so the signing key is not passed on.
        BACKUP_SIGNING_KEY: '',
        BACKUP_SIGNING_KEY_FILE: '',
        BACKUP_VERIFY_KEY: verifyKeyText(settings),
        BACKUP_VERIFY_KEY_FILE: '',
      }),
    };
  };

/** The folder for temporary files of commands. */
export const scratchOf = ({ spoolDir }: Pick<BackupSettings, 'spoolDir'>): string => join(spoolDir, 'scratch');

/** Runs work with a temporary folder, and removes it. */
export const withScratch = async <Result>(
  settings: Pick<BackupSettings, 'spoolDir'>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  mkdirSync(scratchOf(settings), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(scratchOf(settings), 'laurel-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

let stopping: AbortSignal | undefined;

const listenForStop = (): AbortSignal => {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  return controller.signal;
};

/** The process's signal that aborts at SIGINT or SIGTERM. A second one of them ends the process at once. */
export const stopSignal = (): AbortSignal => {
  stopping ??= listenForStop();
  return stopping;
};
