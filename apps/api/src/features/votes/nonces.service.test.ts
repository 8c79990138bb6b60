import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createNonces } from './nonces.service.ts';

it('the nonces of a vote are new random octets, then the browser’s nonce or zeros', () => {
  const nonces = createNonces();
  const browsers = Array.from({ length: 600 }, (_, index) => (index % 2 ? randomBytes(16) : undefined));
  const pairs = browsers.map((browser) => Buffer.from(nonces(browser?.toString('base64url'))));
  expect(pairs.map((pair) => pair.subarray(16))).toEqual(browsers.map((browser) => browser ?? Buffer.alloc(16)));
  const servers = pairs.map((pair) => pair.subarray(0, 16).toString('hex'));
  expect(new Set(servers).size).toBe(600);
  expect(servers).not.toContain('0'.repeat(32));
});

// This test fails if the pool is filled again: a waiting vote gets the nonces of a later one.
it('the nonces of a vote stay the same while others are made', () => {
  const nonces = createNonces();
  const kept = nonces(undefined);
  const before = Buffer.from(kept);
  for (let made = 0; made < 1_000; made++) nonces(undefined);
  expect(Buffer.from(kept)).toEqual(before);
});
