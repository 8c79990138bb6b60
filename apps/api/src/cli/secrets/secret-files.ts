import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { SecretName } from '../../configuration/deployment.ts';
import { asCareful, type Careful } from '../change.ts';
import { asJson, type Json } from '../laurel.ts';
import { json, MisuseError, type Output } from '../output.ts';
import { SECRET_MODE } from '../setup/folder.ts';

/** New contents of files in secrets/, by name. */
export type SecretChanges = Partial<Record<SecretName, string>>;
export type ReadSecret = (name: SecretName) => string;

/** The options of a command that writes to a folder of secrets. */
export type SecretsOptions = Json & Careful & { dir: string };

export const withSecretsFolder = (command: Command): Command =>
  asCareful(asJson(command)).option('--dir <DIR>', 'the folder with docker-compose.yml', '.');

/** Opens a folder secrets/. @throws MisuseError if there is none */
export const openSecrets = (dir: string) => {
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
    write: (changes: SecretChanges): void => {
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

/** Writes changes to secrets/, or with --dry-run lists them. @param lines what to do next */
export const applySecrets = (
  options: SecretsOptions,
  changes: SecretChanges,
  lines: readonly string[],
  output: Output,
): void => {
  const files = Object.keys(changes).map((name) => `secrets/${name}`);
  if (files.length > 0 && !options.dryRun) openSecrets(options.dir).write(changes);
  if (options.json) output.line(json({ dryRun: options.dryRun, files }));
  else if (files.length === 0) output.line('Nothing is missing.');
  else {
    output.line(`${options.dryRun ? 'Would write' : 'Wrote'} ${files.join(', ')}.`);
    if (!options.dryRun) for (const line of lines) output.line(line);
  }
};
