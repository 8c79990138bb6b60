import { describe, expect, it } from 'vitest';
import { formatHash, readHash } from './password-hash.ts';

const hash = { memoryKiB: 19_456, passes: 7, salt: Buffer.alloc(16, 1), key: Buffer.alloc(32, 255) };

describe('a stored hash', () => {
  it('is read as it was written', () => {
    expect(readHash(formatHash(hash))).toEqual(hash);
  });

  it.each([
    '',
    '-',
    '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA',
    '$argon2id$v=16$m=64,t=1,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=64,t=1,p=2$AAAA$AAAA',
    '$argon2id$v=19$m=64,t=1$AAAA$AAAA',
    '$argon2id$v=19$m=7,t=1,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=64,t=0,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=64,t=x,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=64,t=1,p=1,d=1$AAAA$AAAA',
  ])('is refused where it is none, and not told: %s', (stored) => {
    expect(() => readHash(stored)).toThrow(/^a stored password hash is not in the PHC string format/);
  });
});
