// Creates, completes and changes the keys of backups in secrets/, and the connection of their role.
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys, verifyKeyText } from '@laurel/backup/signed';
import type { Command } from 'commander';
import { SECRET_NAMES, type SecretName } from '../configuration/deployment.ts';
import { asCareful, type Careful, confirm } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { json, MisuseError } from './output.ts';
import { SECRET_MODE } from './setup/folder.ts';
import { makeReplicationUrl } from './setup/plan.ts';

type Changes = Partial<Record<SecretName, string>>;
type Read = (name: SecretName) => string;

/** The files that this release of Laurel needs and a folder of secrets lacks. */
const missingIn = async (read: Read, exists: (name: SecretName) => boolean): Promise<Changes> => {
  const changes: Changes = {};
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
  // docker-compose.yml mounts every file. The secret key is moved away on purpose.
  for (const name of SECRET_NAMES) {
    if (!exists(name) && name !== 'backup_identity') changes[name] ??= '';
  }
  return changes;
};

const KINDS = ['signing', 'encryption'] as const;
type Kind = (typeof KINDS)[number];

const ROTATIONS: Record<Kind, (read: Read) => Promise<Changes>> = {
  signing: async (read) => {
    const { signingKey, verifyKey } = createSigningKeys();
    // Signatures of the old key stay trusted.
    return { backup_signing_key: signingKey, backup_verify_key: `${verifyKey}${read('backup_verify_key')}\n` };
  },
  encryption: async (read) => {
    const { identity, recipient } = await createKeyPair();
    const old = read('backup_identity');
    return { backup_recipient: recipient, backup_identity: old === '' ? identity : `${identity}\n${old}\n` };
  },
};

const AFTER: Record<Kind, readonly string[]> = {
  signing: [
    'Copy secrets/backup_verify_key to where you keep the keys: restores need it. Then:',
    '  docker compose up -d --force-recreate backup',
    '  deploy/laurel backup create',
    'Where the old key leaked: then "laurel backup keys forget signing", and what it signed is believed no more.',
  ],
  encryption: [
    'Move secrets/backup_identity to where you keep the keys, beside the old one: it opens what is made from now on. Then:',
    '  docker compose up -d --force-recreate backup',
    '  deploy/laurel backup create',
  ],
};

/** Opens a folder secrets/. @throws MisuseError if there is none */
const openSecrets = (dir: string) => {
  const folder = join(dir, 'secrets');
  if (!existsSync(folder)) {
    throw new MisuseError(`There is no folder ${folder}: --dir names the one with docker-compose.yml.`);
  }
  const pathOf = (name: SecretName): string => join(folder, name);
  const exists = (name: SecretName): boolean => existsSync(pathOf(name));
  return {
    exists,
    read: (name: SecretName): string => (exists(name) ? readFileSync(pathOf(name), 'utf8').trim() : ''),
    /** Replaces each file atomically: a container that starts meanwhile finds the old content or the new. */
    write: (changes: Changes): void => {
      const { uid, gid } = statSync(folder);
      for (const [name, content] of Object.entries(changes)) {
        const draft = join(folder, `${name}.draft`);
        rmSync(draft, { force: true });
        writeFileSync(draft, content, { mode: SECRET_MODE, flag: 'wx' });
        chmodSync(draft, SECRET_MODE);
        if (process.getuid?.() === 0) chownSync(draft, uid, gid);
        renameSync(draft, join(folder, name));
      }
    },
  };
};

type Options = Json & Careful & { dir: string };

const withFolder = (command: Command): Command =>
  asCareful(asJson(command)).option('--dir <DIR>', 'the folder with docker-compose.yml', '.');

const kindOf = (text: string): Kind => {
  const kind = KINDS.find((each) => each === text);
  if (kind) return kind;
  throw new MisuseError(`"${text}" is no key of backups: say ${KINDS.join(' or ')}.`);
};

/** `laurel backup key` and `laurel backup keys`. */
export const registerKeys = (backup: Command, laurel: Laurel): void => {
  const { output } = laurel;
  asJson(backup.command('key'))
    .description('print a new key pair: for encryption, or with --signing for signatures')
    .option('--signing', 'a key pair that signs backups and checks their signatures', false)
    .action(async (options: Json & { signing: boolean }) => {
      const pair = options.signing ? createSigningKeys() : await createKeyPair();
      if (options.json) output.line(json(pair));
      else if ('verifyKey' in pair) output.line(`${pair.signingKey}${pair.verifyKey}`.trimEnd());
      else output.line(`# public key: ${pair.recipient}\n${pair.identity}`);
    });

  /** Writes the changes, or with --dry-run lists them. */
  const apply = async (options: Options, changes: Changes, lines: readonly string[]): Promise<void> => {
    const files = Object.keys(changes).map((name) => `secrets/${name}`);
    if (files.length > 0 && !options.dryRun) openSecrets(options.dir).write(changes);
    if (options.json) return output.line(json({ dryRun: options.dryRun, files }));
    if (files.length === 0) return output.line('Nothing is missing.');
    output.line(`${options.dryRun ? 'Would write' : 'Wrote'} ${files.join(', ')}.`);
    if (!options.dryRun) for (const line of lines) output.line(line);
  };

  const keys = backup.command('keys').description('complete, rotate or forget the backup keys in secrets/');
  withFolder(keys.command('complete'))
    .description('write missing key files; change no existing file')
    .action(async (options: Options) => {
      const { read, exists } = openSecrets(options.dir);
      const changes = await missingIn(read, exists);
      const copy = 'Copy backup_verify_key, and backup_identity where it is new, to where you keep the keys. Then:';
      await apply(options, changes, [copy, '  docker compose up -d']);
    });
  withFolder(keys.command('rotate').argument('<signing|encryption>'))
    .description('create a new key pair; older backups stay readable')
    .action(async (name: string, options: Options) => {
      const kind = kindOf(name);
      const { read } = openSecrets(options.dir);
      await apply(options, await ROTATIONS[kind](read), AFTER[kind]);
    });
  withFolder(keys.command('forget').argument('<signing>'))
    .description('trust only the current signing key; backups signed by older keys are rejected')
    .action(async (name: string, options: Options) => {
      if (kindOf(name) !== 'signing')
        throw new MisuseError('Laurel does not store the keys that decrypt backups, so it has none to forget.');
      const signingKey = openSecrets(options.dir).read('backup_signing_key');
      if (signingKey === '') throw new MisuseError('There is no secrets/backup_signing_key.');
      if (!options.dryRun)
        await confirm(laurel, options, ['Backups that older keys signed can’t be restored any more.']);
      const changes = { backup_verify_key: verifyKeyText({ signingKey, verifyKey: undefined }) };
      await apply(options, changes, [
        'Copy secrets/backup_verify_key to where you keep the keys, in place of the old one.',
      ]);
    });
};
