import { expect, it } from 'vitest';
import { createHasher } from './hasher.ts';

const order = { password: Buffer.from('password'), salt: Buffer.alloc(16, 2), length: 32, memoryKiB: 64, passes: 3 };

it('makes the key that the reference code of RFC 9106 makes', async () => {
  const hasher = createHasher();
  const key = await hasher.hash(order);
  expect(key.toString('hex')).toBe('7a6f5cf28538d4a2f5a94b4fc73d353d26ff03035ffc62a54b22acfad191cb5f');
  await hasher.close();
});

it('goes on with another thread where one fell over', async () => {
  const hasher = createHasher();
  await expect(hasher.hash({ ...order, passes: 0 })).rejects.toThrow(/passes/);
  expect(await hasher.hash(order)).toHaveLength(32);
  await hasher.close();
});
