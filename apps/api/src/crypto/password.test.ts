import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hasher } from './hasher.ts';
import { createPasswords, type Passwords } from './password.ts';

const CHEAP = { memoryKiB: 64, passes: 1 };

describe('passwords', () => {
  let passwords: Passwords;
  beforeAll(async () => {
    passwords = createPasswords(CHEAP);
  });

  afterAll(() => passwords.close());

  it('hashes with Argon2id at the cost that OWASP recommends, with a new salt each time', async () => {
    const standard = createPasswords();
    const hashes = await Promise.all([standard.hash('Secret1!'), standard.hash('Secret1!')]);
    for (const each of hashes) expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
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

  /** Hashers that wait for `release`, and what they were asked. */
  const held = () => {
    const asked: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const hasher = (lane: string): Hasher => ({
      hash: async () => {
        asked.push(`${lane} hash`);
        return released.then(() => '');
      },
      verify: async () => {
        asked.push(`${lane} verify`);
        return released.then(() => true);
      },
      close: async () => {},
    });
    return {
      asked,
      release,
      passwords: createPasswords(CHEAP, { signUps: hasher('sign-ups'), logins: hasher('logins') }),
    };
  };

  it('compares with a hash also for an unknown login, and returns false', async () => {
    const { asked, release, passwords: counted } = held();
    release();
    expect(await counted.verify(undefined, 'Secret1!')).toBe(false);
    expect(asked).toEqual(['logins verify']);
  });

  it('hashes a new password at once in a storm of logins, one of each at a time', async () => {
    const { asked, passwords: busy } = held();
    for (let login = 0; login < 100; login += 1) void busy.verify('', '');
    void busy.hash('');
    await Promise.resolve();
    expect(asked).toEqual(['logins verify', 'sign-ups hash']);
  });

  it('lets 280 logins wait, and refuses more', async () => {
    const { release, passwords: busy } = held();
    const logins = Array.from({ length: 290 }, () => busy.verify('', ''));
    release();
    const refused = (await Promise.allSettled(logins)).filter(({ status }) => status === 'rejected');
    expect(refused.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(
      Array.from({ length: 9 }, () => 'server.unavailable'),
    );
  });
});
