import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialsIn, findCommitted, historyOf } from './checks/committed-secrets.ts';
import { openRepository } from './checks/repository.ts';

const root = join(import.meta.dirname, '..');

/** Invalid credentials, assembled here so that this file contains none. */
const planted = {
  key: `-----BEGIN ${'EC PRIVATE'} KEY-----`,
  age: `AGE-SECRET-KEY-${'1'}${'QPZRY9X8GF'.repeat(5)}`,
  github: `ghp_${'a1B2'.repeat(9)}`,
  telegram: `${'123456789'}:A${'bcDE-_1234'.repeat(3)}abcd`,
  token: `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkw'}.${'dozjgNryP4J3jVmNHl0w'.repeat(2)}`,
};

describe('the repository', () => {
  it.each(Object.entries(planted))('is searched for a credential: %s', (_name, text) => {
    expect(credentialsIn(`const secret = '${text}';`)).toHaveLength(1);
  });

  it('may name the format of a private key in a sentence', () => {
    expect(credentialsIn(`must hold a private key (-----BEGIN ${'PRIVATE'} KEY-----), as openssl writes it`)).toEqual(
      [],
    );
    expect(credentialsIn(`(-----BEGIN ${'PRIVATE'} KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n)`)).toHaveLength(1);
  });

  it('contains no credential in any file', () => {
    const repository = openRepository(root);
    const found = repository.files
      .filter((file) => file !== 'tests/support/src/certificate.ts')
      .flatMap((file) => credentialsIn(repository.read(file)).map((what) => `${file}: ${what}`));
    expect(found).toEqual([]);
  });

  // Reads the whole history.
  it('contains none in any commit of any branch', () => {
    expect(findCommitted(historyOf(root))).toEqual([]);
  });

  it('is searched completely: removed lines, other branches and messages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'laurel-history-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
    git('init', '--quiet');
    const commit = (text: string, message: string) => {
      writeFileSync(join(folder, 'notes.txt'), `${text}\n`);
      git('add', '.');
      git('commit', '--quiet', '--no-verify', '--message', message);
    };
    commit(planted.github, 'first');
    commit('nothing', 'second');
    git('checkout', '--quiet', '-b', 'other');
    commit(planted.telegram, 'third');
    git('checkout', '--quiet', '-');
    commit('nothing else', `fourth, with ${planted.age}`);
    expect(findCommitted(historyOf(folder)).map(({ found }) => found)).toEqual(
      expect.arrayContaining(["GitHub's token", "a Telegram bot's token", 'an age identity']),
    );
  });
});
