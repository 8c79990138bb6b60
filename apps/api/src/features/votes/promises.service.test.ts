import { randomBytes } from 'node:crypto';
import { voteLeaf } from '@laurel/contracts/public-log/leaves';
import { openPromise } from '@laurel/contracts/public-log/promise';
import { nodeVerifier, sha256, signerOf } from '@laurel/tlog/node';
import { parseProof } from '@laurel/tlog/proof';
import { describe, expect, it } from 'vitest';
import { createLogKey } from '../../crypto/log-key.ts';
import { createPromises, type PromisedVote } from './promises.service.ts';

const SEED = randomBytes(32);
const NOMINEES = [
  { category: 'best-partner/crypto', nominee: 'orbit-crew' },
  { category: 'donat/no-category', nominee: 'a' },
];
const LOG = { origin: 'awards.example/log/2026', year: 2026 };

const made = () => {
  const promises = createPromises({ key: createLogKey(SEED), log: LOG, namesOf: (nomineeId) => NOMINEES[nomineeId] });
  return (batch: readonly PromisedVote[]): string[] => promises(batch).map((promise) => JSON.parse(promise));
};
const votes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ nomineeId: index % NOMINEES.length, nonces: randomBytes(32) }));
const leafOf = ({ nomineeId, nonces }: ReturnType<typeof votes>[number]): Uint8Array => {
  const names = NOMINEES[nomineeId];
  if (!names) throw new Error('no such nominee');
  return voteLeaf(sha256, LOG.year, {
    serverNonce: nonces.subarray(0, 16),
    browserNonce: nonces.subarray(16),
    ...names,
  });
};

describe('promises', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9, 64, 100, 255, 256])('of %i votes open to their leaves', async (count) => {
    const batch = votes(count);
    const { key } = await signerOf(SEED, LOG.origin);
    const opened = await Promise.all(made()(batch).map((promise) => openPromise(nodeVerifier, promise, key)));
    expect(opened.map((leaf) => Buffer.from(leaf))).toEqual(batch.map((vote) => Buffer.from(leafOf(vote))));
  });

  it('of a batch share one signature', () => {
    const notes = made()(votes(50)).map((promise) => parseProof(promise).checkpoint);
    expect(new Set(notes).size).toBe(1);
  });

  it('are JSON in ASCII', () => {
    const promises = createPromises({ key: createLogKey(SEED), log: LOG, namesOf: () => NOMINEES[0] });
    for (const promise of promises(votes(3))) expect(promise).toMatch(/^"[\x20-\x7e]+"$/);
  });

  it('of no votes are none', () => {
    expect(made()([])).toEqual([]);
  });

  // This test fails with a tree over only the leaves: the first line of a path is the hash of the neighbouring leaf.
  it('show no leaf of the other votes of the batch', () => {
    const batch = votes(8);
    const hashes = batch.map((vote) => Buffer.from(sha256(Buffer.concat([Buffer.of(0), leafOf(vote)]))));
    for (const promise of made()(batch)) {
      const shown = parseProof(promise).hashes.map((hash) => Buffer.from(hash));
      expect(hashes.filter((hash) => shown.some((other) => other.equals(hash)))).toEqual([]);
      // The hashes of two neighbouring leaves are not shown either: every node covers random hashes.
      const pairs = hashes.flatMap((one) => hashes.map((two) => sha256(Buffer.concat([Buffer.of(1), one, two]))));
      expect(pairs.filter((pair) => shown.some((other) => other.equals(pair)))).toEqual([]);
    }
  });

  it('of an unknown nominee are refused', () => {
    expect(() => made()([{ nomineeId: 9, nonces: randomBytes(32) }])).toThrow('no nominee 9');
  });
});
