import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { backupSchema } from '@laurel/backup/settings';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { COMPOSE_VARIABLES, type ComposeEntry, SECRET_NAMES } from './deployment.ts';
import { configurationPage, envExample, quoted } from './document.ts';
import { REFERENCE } from './reference.ts';
import { configSchema } from './schema.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const REMEDY = 'is not what apps/api/src/configuration makes: run "pnpm docs:configuration" and commit what it wrote';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the configuration’s documents', () => {
  it.each([
    ['docs/configuration.md', configurationPage],
    ['.env.example', envExample],
  ])('%s is up to date', (file, make) => {
    expect(textOf(file) === make(), `${file} ${REMEDY}`).toBe(true);
  });

  it('name every variable and every file of secrets', () => {
    const page = configurationPage();
    const example = envExample();
    for (const name of configSchema.keyof().options) {
      expect(page).toContain(`| \`${name}\` |`);
      expect(REFERENCE[name]).toMatch(/\.$/);
    }
    for (const name of SECRET_NAMES) expect(page).toContain(`| \`${name}\` |`);
    for (const name of Object.keys(COMPOSE_VARIABLES)) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });

  it('explain the variables of backups', () => {
    const page = configurationPage();
    for (const name of backupSchema.keyof().options) {
      expect(page).toContain(`| \`${name}\` |`);
      expect(backupSchema.shape[name].description, name).toBeTruthy();
    }
  });

  it('name the variables of docker-compose.yml', () => {
    const compose = textOf('docker-compose.yml');
    const known = new Set<string>([
      ...Object.keys(COMPOSE_VARIABLES),
      ...configSchema.keyof().options,
      ...backupSchema.keyof().options,
    ]);
    const used = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1] ?? '');
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
    const mounted = [...compose.matchAll(/file: \.\/secrets\/(\w+)/g)].map((match) => match[1] ?? '');
    // No container mounts the private key of the backups as a secret.
    expect(mounted.sort()).toEqual(SECRET_NAMES.filter((name) => name !== 'backup_identity').sort());
    const unused = Object.keys(COMPOSE_VARIABLES).filter((name) => !used.includes(name));
    expect(unused).toEqual([]);
    const defaults = new Map(
      [...compose.matchAll(/\$\{([A-Z0-9_]+):-([^}$]+)\}/g)].map(([, name, value]) => [name, value]),
    );
    for (const [name, { fallback }] of Object.entries<ComposeEntry>(COMPOSE_VARIABLES)) {
      if (fallback !== undefined) expect([name, fallback]).toEqual([name, defaults.get(name)]);
    }
  });

  it('show valid defaults', () => {
    const shown = envExample().replaceAll(/^#([A-Z0-9_]+=)/gm, '$1');
    expect(readConfig({ ...parseEnv(shown), NODE_ENV: 'test' }).MAIL_FROM).toBe('Laurel <awards@localhost>');
    expect(() => readConfig({ NODE_ENV: 'test', MAIL_FROM: '' })).not.toThrow();
  });

  it.each([
    ['awards.example.org', 'awards.example.org'],
    ['Awards <a@b.example>', "'Awards <a@b.example>'"],
    ["Driver's Awards", `"Driver's Awards"`],
    ['price $5 # gold', "'price $5 # gold'"],
  ])('quote %s', (value, text) => {
    expect(quoted(value)).toBe(text);
    expect(parseEnv(`X=${text}`)).toEqual({ X: value });
  });
});
