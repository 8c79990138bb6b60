import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys } from '@laurel/backup/signed';
import type { Command } from 'commander';
import type { SecretName } from '../../configuration/deployment.ts';
import { asCareful, type Careful } from '../change.ts';
import { asJson, type Json } from '../laurel.ts';
import { MisuseError, type Output, print } from '../output.ts';
import { SECRET_MODE } from '../setup/folder.ts';

/** New contents of files in secrets/, by name. */
export type SecretChanges = Partial<Record<SecretName, string>>;
export type ReadSecret = (name: SecretName) => string;

/**
 * Of a pair, the half that opens or checks backups is replaced before the half that makes them. An interrupted command may
 * leave an additional key, but no backups that nobody can open or check.
 */
const FIRST: ReadonlySet<string> = new Set<SecretName>(['backup_identity', 'backup_verify_key']);

/** The options of a command that writes to a folder of secrets. */
export type SecretsOptions = Json & Careful & { dir: string };

export const withSecretsFolder = (command: Command): Command =>
  asCareful(asJson(command)).option('--dir <DIR>', 'the folder with docker-compose.yml', '.');

/** The path of the folder secrets/. @throws MisuseError if there is none */
export const secretsIn = (dir: string): string => {
  const folder = resolve(dir, 'secrets');
  if (existsSync(folder)) return folder;
  throw new MisuseError(`There is no folder ${folder}: --dir names the one with docker-compose.yml.`);
};

/**
 * Replaces files of a folder, each atomically: a container that starts meanwhile finds the old content or the new. If a file
 * can't be written, none is replaced.
 */
export const replaceFiles = (folder: string, changes: Readonly<Record<string, string>>): void => {
  const { uid, gid } = statSync(folder);
  const files = Object.entries(changes)
    .map(([name, content]) => ({ name, content, draft: join(folder, `${name}.draft`) }))
    .sort((one, other) => Number(FIRST.has(other.name)) - Number(FIRST.has(one.name)));
  try {
    for (const { content, draft } of files) {
      rmSync(draft, { force: true });
      writeFileSync(draft, content, { mode: SECRET_MODE, flag: 'wx', flush: true });
      chmodSync(draft, SECRET_MODE);
      if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    }
    for (const { name, draft } of files) renameSync(draft, join(folder, name));
  } catch (error) {
    for (const { draft } of files) rmSync(draft, { force: true });
    throw error;
  }
};

/** New keys that sign backups, beside those whose signatures stay trusted. */
export const newSigningKeys = (read: ReadSecret): SecretChanges => {
  const { signingKey, verifyKey } = createSigningKeys();
  return { backup_signing_key: signingKey, backup_verify_key: verifyKey + read('backup_verify_key') };
};

/** New keys that encrypt backups, beside those that open older ones. */
export const newEncryptionKeys = async (read: ReadSecret): Promise<SecretChanges> => {
  const { identity, recipient } = await createKeyPair();
  const old = read('backup_identity');
  return { backup_recipient: recipient, backup_identity: old === '' ? identity : `${identity}\n${old}\n` };
};

/** Opens a folder secrets/. @throws MisuseError if there is none */
export const openSecrets = (dir: string) => {
  const folder = secretsIn(dir);
  const pathOf = (name: SecretName): string => join(folder, name);
  const exists = (name: SecretName): boolean => existsSync(pathOf(name));
  return {
    exists,
    read: (name: SecretName): string => (exists(name) ? readFileSync(pathOf(name), 'utf8').trim() : ''),
    write: (changes: SecretChanges): void => replaceFiles(folder, changes),
  };
};

/** Writes changes to secrets/, or with --dry-run lists them. @param lines what to do next */
export const applySecrets = (
  options: SecretsOptions,
  changes: SecretChanges,
  lines: readonly string[],
  output: Output,
): void => {
  const files = Object.keys(changes).map((name) => `secrets/${name}`);
  if (files.length > 0 && !options.dryRun) openSecrets(options.dir).write(changes);
  const did = options.dryRun ? [`Would write ${files.join(', ')}.`] : [`Wrote ${files.join(', ')}.`, ...lines];
  print(output, options.json, { dryRun: options.dryRun, files }, files.length === 0 ? 'Nothing is missing.' : did);
};
