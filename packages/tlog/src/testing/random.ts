import { randomBytes } from 'node:crypto';
import { HASH_BYTES } from '../bytes.ts';

/** Random hashes of leaves. */
export function randomHashes(count: number): Uint8Array[] {
  const bytes = new Uint8Array(randomBytes(count * HASH_BYTES));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}
