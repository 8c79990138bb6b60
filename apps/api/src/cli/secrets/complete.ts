import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys, verifyKeyText } from '@laurel/backup/signed';
import type { Command } from 'commander';
import { SECRET_NAMES, type SecretName } from '../../configuration/deployment.ts';
import { readDeploymentFolder } from '../../configuration/deployment-folder.ts';
import type { Laurel } from '../laurel.ts';
import { makeConsoleUrl, makeKey, makeReplicationUrl } from '../setup/plan.ts';
import {
  applySecrets,
  openSecrets,
  type ReadSecret,
  type SecretChanges,
  type SecretsOptions,
  withSecretsFolder,
} from './secret-files.ts';

const backupKeys = async (read: ReadSecret): Promise<SecretChanges> => {
  const changes: SecretChanges = {};
  if (read('database_replication_url') === '') changes.database_replication_url = makeReplicationUrl();
  const signingKey = read('backup_signing_key');
  if (signingKey === '') {
    const made = createSigningKeys();
    changes.backup_signing_key = made.signingKey;
    changes.backup_verify_key = made.verifyKey + read('backup_verify_key');
  } else if (read('backup_verify_key') === '') {
    changes.backup_verify_key = verifyKeyText({ signingKey, verifyKey: undefined });
  }
  if (read('backup_recipient') === '') {
    const { identity, recipient } = await createKeyPair();
    changes.backup_recipient = recipient;
    changes.backup_identity = identity;
  }
  return changes;
};

type Missing = {
  read: ReadSecret;
  exists(name: SecretName): boolean;
  /** Whether .env sets an address of the console. */
  hasConsole: boolean;
};

/** The files that this release of Laurel needs and a folder of secrets lacks. */
const missingIn = async ({ read, exists, hasConsole }: Missing): Promise<SecretChanges> => {
  const changes = await backupKeys(read);
  if (read('log_key') === '') changes.log_key = makeKey();
  if (hasConsole && read('database_console_url') === '') changes.database_console_url = makeConsoleUrl();
  // docker-compose.yml mounts every file. The secret key is moved away on purpose.
  for (const name of SECRET_NAMES) {
    if (!exists(name) && name !== 'backup_identity') changes[name] ??= '';
  }
  return changes;
};

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** What to do with new files. */
const nextSteps = (changes: SecretChanges): string[] => {
  const copies = (['backup_verify_key', 'backup_identity', 'log_key'] as const).filter((name) => changes[name]);
  return [
    ...(copies.length > 0 ? [`Copy ${listed(copies)} to where you keep the keys.`] : []),
    'The copies of the app read them after deploy/restart.sh or deploy/upgrade.sh.',
  ];
};

/** The changes of files that do not exist. An empty file is a choice, such as no public log. */
const absentOnly = (changes: SecretChanges, exists: Missing['exists']): SecretChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(([name]) => !SECRET_NAMES.some((each) => each === name && exists(each))),
  );

/** `laurel secrets complete`, and `laurel backup keys complete`, which does the same. */
export const registerComplete = (family: Command, { output }: Laurel): void => {
  withSecretsFolder(family.command('complete'))
    .description('write the files in secrets/ that are missing or needed by .env; change no other file')
    .option('--absent-only', 'write only files that do not exist; leave empty ones as they are', false)
    .action(async (options: SecretsOptions & { absentOnly: boolean }) => {
      const hasConsole = readDeploymentFolder(options.dir)?.CONSOLE_URL !== undefined;
      const secrets = openSecrets(options.dir);
      const missing = await missingIn({ ...secrets, hasConsole });
      const changes = options.absentOnly ? absentOnly(missing, secrets.exists) : missing;
      applySecrets(options, changes, nextSteps(changes), output);
    });
};
