import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords } from './password.ts';

const CHEAP = { memoryKiB: 64, passes: 1 };

describe('passwords', () => {
  let passwords: Passwords;
  beforeAll(async () => {
    passwords = createPasswords(CHEAP);
  });

  afterAll(() => passwords.close());

  it('hashes with Argon2id above the cost that OWASP recommends, with a new salt each time', async () => {
    const standard = createPasswords();
    const hashes = await Promise.all([standard.hash('Secret1!'), standard.hash('Secret1!')]);
    for (const each of hashes) expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=7\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    await standard.close();
  });

  it('accepts the right password only', async () => {
    const hash = await passwords.hash('Secret1!');
    expect(await passwords.verify(hash, 'Secret1!')).toBe(true);
    expect(await passwords.verify(hash, 'secret1!')).toBe(false);
    expect(await passwords.verify(hash, '')).toBe(false);
  });

  it('accepts composed and decomposed letters as equal', async () => {
    const hash = await passwords.hash('Éclair1!'.normalize('NFC'));
    expect(await passwords.verify(hash, 'Éclair1!'.normalize('NFD'))).toBe(true);
  });

  it('compares with a hash also for an unknown login, and returns false', async () => {
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

  it('hashes two at once, and rejects passwords over its queue', async () => {
    const standard = createPasswords();
    const hashes = await Promise.allSettled(
      Array.from({ length: 170 }, () => standard.verify('$argon2id$v=19$m=64,t=1,p=1$AAAA', '')),
    );
    const codes = hashes.map((each) =>
      each.status === 'rejected' && 'code' in each.reason ? each.reason.code : 'tried',
    );
    expect(codes.filter((code) => code === 'server.unavailable')).toHaveLength(8);
    await standard.close();
  });
});
