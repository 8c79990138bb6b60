// Creates, completes and changes the keys of backups in secrets/.
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys, verifyKeyText } from '@laurel/backup/signed';
import type { Command } from 'commander';
import { confirm } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { MisuseError, print } from './output.ts';
import { registerComplete } from './secrets/complete.ts';
import {
  applySecrets,
  newEncryptionKeys,
  newSigningKeys,
  openSecrets,
  type SecretsOptions,
  withSecretsFolder,
} from './secrets/secret-files.ts';

const KINDS = ['signing', 'encryption'] as const;
type Kind = (typeof KINDS)[number];

const ROTATIONS = { signing: newSigningKeys, encryption: newEncryptionKeys };

const RECREATE = 'docker compose up -d --force-recreate backup';

const AFTER: Record<Kind, readonly string[]> = {
  signing: [
    'Copy secrets/backup_verify_key to where you keep the keys: restores need it. Then:',
    `  ${RECREATE}`,
    '  deploy/laurel backup create',
    'If the old key leaked: then "laurel backup keys forget signing", and the first of the two commands again.',
  ],
  encryption: [
    'Move secrets/backup_identity to where you keep the keys, beside the old one: it opens what is made from now on. Then:',
    `  ${RECREATE}`,
    '  deploy/laurel backup create',
  ],
};

const kindOf = (text: string): Kind => {
  const kind = KINDS.find((each) => each === text);
  if (kind) return kind;
  throw new MisuseError(`"${text}" is not a kind of backup key: use ${KINDS.join(' or ')}.`);
};

/** `laurel backup key` and `laurel backup keys`. */
export const registerKeys = (backup: Command, laurel: Laurel): void => {
  const { output } = laurel;
  asJson(backup.command('key'))
    .description('print a new key pair: for encryption, or with --signing for signatures')
    .option('--signing', 'a key pair that signs backups and checks their signatures', false)
    .action(async (options: Json & { signing: boolean }) => {
      const pair = options.signing ? createSigningKeys() : await createKeyPair();
      const isSigning = 'verifyKey' in pair;
      const text = isSigning
        ? `${pair.signingKey}${pair.verifyKey}`
        : `# public key: ${pair.recipient}\n${pair.identity}`;
      print(output, options.json, pair, text.trimEnd());
    });

  const keys = backup.command('keys').description('complete, rotate or forget the backup keys in secrets/');
  registerComplete(keys, laurel);
  withSecretsFolder(keys.command('rotate').argument('<signing|encryption>'))
    .description('create a new key pair; older backups stay readable')
    .action(async (name: string, options: SecretsOptions) => {
      const kind = kindOf(name);
      const { read } = openSecrets(options.dir);
      applySecrets(options, await ROTATIONS[kind](read), AFTER[kind], output);
    });
  withSecretsFolder(keys.command('forget').argument('<signing>'))
    .description('trust only the current signing key; backups signed by older keys are rejected')
    .action(async (name: string, options: SecretsOptions) => {
      if (kindOf(name) !== 'signing')
        throw new MisuseError('Laurel does not store the keys that decrypt backups, so it has none to forget.');
      const signingKey = openSecrets(options.dir).read('backup_signing_key');
      if (signingKey === '') throw new MisuseError('There is no secrets/backup_signing_key.');
      if (!options.dryRun)
        await confirm(laurel, options, ['Backups that older keys signed can’t be restored any more.']);
      const changes = { backup_verify_key: verifyKeyText({ signingKey, verifyKey: undefined }) };
      const next = [
        'Copy secrets/backup_verify_key to where you keep the keys, in place of the old one. Then:',
        `  ${RECREATE}`,
        'Until then the running container trusts the old key: it read the keys when it started.',
      ];
      applySecrets(options, changes, next, output);
    });
};
