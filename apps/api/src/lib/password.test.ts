import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords } from './password.ts';

const CHEAP = { memoryKiB: 64, passes: 1 };

describe('passwords', () => {
  let passwords: Passwords;
  beforeAll(async () => {
    passwords = await createPasswords(CHEAP);
  });

  it('hashes with Argon2id at more than the cost OWASP asks for, each time with another salt', async () => {
    const standard = await createPasswords();
    const hashes = await Promise.all([standard.hash('Secret1!'), standard.hash('Secret1!')]);
    for (const each of hashes) expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=7\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('takes the right password and no other', async () => {
    const hash = await passwords.hash('Secret1!');
    expect(await passwords.verify(hash, 'Secret1!')).toBe(true);
    expect(await passwords.verify(hash, 'secret1!')).toBe(false);
    expect(await passwords.verify(hash, '')).toBe(false);
  });

  it('takes a letter as one, however the keyboard composes it', async () => {
    const hash = await passwords.hash('Éclair1!'.normalize('NFC'));
    expect(await passwords.verify(hash, 'Éclair1!'.normalize('NFD'))).toBe(true);
  });

  it('works as hard for nobody as for somebody, and says no', async () => {
    const works: string[] = [];
    const counted = await createPasswords(CHEAP, async (work) => {
      works.push('hash');
      return work();
    });
    expect(await counted.verify(undefined, 'Secret1!')).toBe(false);
    expect(await counted.verify(undefined, 'no account has this password')).toBe(false);
    expect(works).toHaveLength(2);
  });

  it('leaves threads to files and names while logins flood in', async () => {
    // Seen to fail with the pool taken out: the file then waits behind all sixteen hashes.
    const standard = await createPasswords();
    let done = 0;
    const flood = Array.from({ length: 16 }, () =>
      standard.hash('Secret1!').then(() => {
        done += 1;
      }),
    );
    await readFile(fileURLToPath(import.meta.url));
    expect(done).toBeLessThan(8);
    await Promise.all(flood);
    expect(done).toBe(16);
  });
});
