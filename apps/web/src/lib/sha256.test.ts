import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('SHA-256 gives the hash that Node.js gives, of any length', () => {
  expect(hexOf(sha256(new TextEncoder().encode('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  for (let length = 0; length < 200; length += 1) {
    const data = Uint8Array.from({ length }, (_, at) => at);
    expect(hexOf(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'));
  }
  const data = new Uint8Array(randomBytes(100_000));
  expect(hexOf(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'));
});
