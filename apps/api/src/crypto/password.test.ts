import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords } from './password.ts';

const CHEAP = { memoryKiB: 64, passes: 1 };

/** Threads of this process with the niceness of those that hash (proc(5): the 19th field of stat). */
const niceThreads = (): number =>
  globSync('/proc/self/task/*/stat').filter((file) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields[16] === '19';
  }).length;

describe('passwords', () => {
  let passwords: Passwords;
  beforeAll(async () => {
    passwords = createPasswords(CHEAP);
  });

  afterAll(() => passwords.close());

  it('hashes with Argon2id at more than the cost OWASP asks for, each time with another salt', async () => {
    const standard = createPasswords();
    const hashes = await Promise.all([standard.hash('Secret1!'), standard.hash('Secret1!')]);
    for (const each of hashes) expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=7,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    await standard.close();
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
    const counted = createPasswords(CHEAP, async (work) => {
      works.push('hash');
      return work();
    });
    expect(await counted.verify(undefined, 'Secret1!')).toBe(false);
    expect(await counted.verify(undefined, 'no account has this password')).toBe(false);
    expect(works).toHaveLength(2);
    await counted.close();
  });

  it('takes a hash that the argon2 package made, whose parameters stand in another order', async () => {
    const stored = '$argon2id$v=19$m=64,p=1,t=1$rqq929g6AWlzZDxWedcvwQ$b0wA0VsE1Hwnh+OVwNBMJ3uuFHF7rBp9pxOzXu3Qrrc';
    expect(await passwords.verify(stored, 'Secret1!')).toBe(true);
    expect(await passwords.verify(stored, 'Secret2!')).toBe(false);
  });

  it('hashes on two threads of a low priority, however many come at once', async () => {
    // Seen to fail without the pool (sixteen threads), and without the priority (none of that niceness).
    const before = niceThreads();
    const flooded = createPasswords(CHEAP);
    const hashes = await Promise.all(Array.from({ length: 16 }, () => flooded.hash('Secret1!')));
    expect(new Set(hashes).size).toBe(16);
    // Elsewhere a thread has no priority of its own.
    expect(niceThreads() - before).toBe(process.platform === 'linux' ? 2 : 0);
    await flooded.close();
    expect(niceThreads()).toBe(before);
  });
});
