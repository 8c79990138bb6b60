import { verifyKeyText } from '@laurel/backup/signed';
import type { Command } from 'commander';
import { SECRET_NAMES, type SecretName } from '../../configuration/deployment.ts';
import { readDeploymentFolder } from '../../configuration/deployment-folder.ts';
import type { Laurel } from '../laurel.ts';
import { makeConsoleUrl, makeKey, makeReplicationUrl } from '../setup/plan.ts';
import {
  applySecrets,
  newEncryptionKeys,
  newSigningKeys,
  openSecrets,
  type ReadSecret,
  type SecretChanges,
  type SecretsOptions,
  withSecretsFolder,
} from './secret-files.ts';

type Missing = {
  read: ReadSecret;
  exists(name: SecretName): boolean;
  /** Whether a file is to be written. */
  needs(name: SecretName): boolean;
  /** Whether .env sets an address of the console. */
  hasConsole: boolean;
};

/**
 * The missing keys of backups. Both halves of a pair are written together; older keys stay in the half that has
 * several.
 */
const backupKeys = async ({ read, needs }: Missing): Promise<SecretChanges> => {
  const changes: SecretChanges = {};
  if (needs('database_replication_url')) changes.database_replication_url = makeReplicationUrl();
  const signingKey = read('backup_signing_key');
  if (needs('backup_signing_key')) Object.assign(changes, newSigningKeys(read));
  else if (signingKey !== '' && needs('backup_verify_key')) {
    changes.backup_verify_key = verifyKeyText({ signingKey, verifyKey: undefined });
  }
  if (needs('backup_recipient')) Object.assign(changes, await newEncryptionKeys(read));
  return changes;
};

/** The files that this release of Laurel needs and a folder of secrets lacks. */
const missingIn = async (missing: Missing): Promise<SecretChanges> => {
  const { exists, needs, hasConsole } = missing;
  const changes = await backupKeys(missing);
  if (needs('log_key')) changes.log_key = makeKey();
  if (hasConsole && needs('database_console_url')) changes.database_console_url = makeConsoleUrl();
  // docker-compose.yml mounts every file. The private key is moved away on purpose.
  for (const name of SECRET_NAMES) {
    if (!exists(name) && name !== 'backup_identity') changes[name] ??= '';
  }
  return changes;
};

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** The next steps after files were written. */
const nextSteps = (changes: SecretChanges): string[] => {
  const copies = (['backup_verify_key', 'backup_identity', 'log_key'] as const).filter((name) => changes[name]);
  return [
    ...(copies.length > 0 ? [`Copy ${listed(copies)} to where you keep the keys.`] : []),
    'The copies of the app read them after deploy/restart.sh or deploy/upgrade.sh.',
  ];
};

/** `laurel secrets complete`, and `laurel backup keys complete`, which does the same. */
export const registerComplete = (family: Command, { output }: Laurel): void => {
  withSecretsFolder(family.command('complete'))
    .description('write the files in secrets/ that are missing or needed by .env; change no other file')
    .option(
      '--absent-only',
      'write only files that do not exist, and the other half of a pair; leave empty ones as they are',
      false,
    )
    .action(async (options: SecretsOptions & { absentOnly: boolean }) => {
      const hasConsole = readDeploymentFolder(options.dir)?.CONSOLE_URL !== undefined;
      const secrets = openSecrets(options.dir);
      // With --absent-only an empty file is a choice, such as no public log.
      const needs = (name: SecretName) => (options.absentOnly ? !secrets.exists(name) : secrets.read(name) === '');
      const changes = await missingIn({ ...secrets, needs, hasConsole });
      applySecrets(options, changes, nextSteps(changes), output);
    });
};
