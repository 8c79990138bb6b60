import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Gives every role of the database another password in secrets/, as a second `laurel setup` would. */
export const replacePasswords = (folder: string): void => {
  const secrets = join(folder, 'secrets');
  const files = new Map(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
  const old = ['database_url', 'database_console_url', 'database_replication_url'].map(
    (name) => new URL(files.get(name) ?? '').password,
  );
  old.push(files.get('postgres_password')?.trim() ?? '');
  for (const password of old) {
    const next = randomBytes(24).toString('hex');
    for (const [name, content] of files) files.set(name, content.replaceAll(password, next));
  }
  for (const [name, content] of files) {
    if (content === readFileSync(join(secrets, name), 'utf8')) continue;
    rmSync(join(secrets, name));
    writeFileSync(join(secrets, name), content, { mode: 0o444 });
  }
};
