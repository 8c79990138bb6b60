import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame } from './bytes.ts';
import { TlogError } from './errors.ts';
import {
  consistencyRanges,
  inclusionRanges,
  leafHash,
  rootFromInclusion,
  rootOf,
  smallTree,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
import { nodeVerifier, sha256 } from './node.ts';
import { flip } from './testing/faults.ts';
import { randomHashes } from './testing/random.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The leaves with which implementations of RFC 6962 test their hashes, and the roots of the first of them. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const hashes = LEAVES.map((leaf) => leafHash(sha256, Buffer.from(leaf, 'hex')));

describe('the hashes of RFC 6962', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))('of %i leaves give the known root', (size, root) => {
    expect(hex(rootOf(sha256, hashes.slice(0, size)))).toBe(root);
  });

  it('give the proofs of RFC 6962, section 2.1.3', () => {
    const tree = smallTree(sha256, hashes.slice(0, 7));
    const nodes = (from: number, to: number) => rootOf(sha256, hashes.slice(from, to));
    // The names of the section's drawing, where d0 to d6 are the leaves of a to f and j.
    const [, b, c, d, , f, j] = hashes;
    const [g, h, i, k, l] = [nodes(0, 2), nodes(2, 4), nodes(4, 6), nodes(0, 4), nodes(4, 7)];
    expect(tree.inclusionProof(0)).toEqual([b, h, l]);
    expect(tree.inclusionProof(3)).toEqual([c, g, l]);
    expect(tree.inclusionProof(4)).toEqual([f, j, k]);
    expect(tree.inclusionProof(6)).toEqual([i, k]);
    expect(tree.consistencyProof(3)).toEqual([c, d, g, l]);
    expect(tree.consistencyProof(4)).toEqual([l]);
    expect(tree.consistencyProof(6)).toEqual([i, j, k]);
    expect(tree.consistencyProof(7)).toEqual([]);
  });
});

const sizes = fc.integer({ min: 1, max: 600 });
const place = (size: number) => fc.tuple(fc.constant(size), fc.nat(size - 1));

describe('an inclusion proof', () => {
  it('of any leaf leads to the root', async () => {
    await fc.assert(
      fc.asyncProperty(sizes.chain(place), async ([size, index]) => {
        const leaves = randomHashes(size);
        const tree = smallTree(sha256, leaves);
        const leaf = { index, hash: leaves[index] ?? new Uint8Array(0) };
        await verifyInclusion(nodeVerifier, leaf, tree, tree.inclusionProof(index));
      }),
      { numRuns: 60 },
    );
  });

  it('fails when a bit of it, of the leaf or of the root is flipped, and for another place or size', async () => {
    await fc.assert(
      fc.asyncProperty(sizes.chain(place), fc.nat(), fc.nat(255), async ([size, index], which, bit) => {
        const leaves = randomHashes(size);
        const tree = smallTree(sha256, leaves);
        const proof = tree.inclusionProof(index);
        const leaf = { index, hash: leaves[index] ?? new Uint8Array(0) };
        const turned = proof.map((hash, at) => (at === which % proof.length ? flip(hash, bit) : hash));
        const attempts = [
          verifyInclusion(nodeVerifier, { index, hash: flip(leaf.hash, bit) }, tree, proof),
          verifyInclusion(nodeVerifier, leaf, { size, root: flip(tree.root, bit) }, proof),
          verifyInclusion(nodeVerifier, leaf, tree, [...proof, tree.root]),
          ...(proof.length > 0 ? [verifyInclusion(nodeVerifier, leaf, tree, turned)] : []),
          ...(proof.length > 0 ? [verifyInclusion(nodeVerifier, leaf, tree, proof.slice(1))] : []),
          ...(size > 1 ? [verifyInclusion(nodeVerifier, { ...leaf, index: (index + 1) % size }, tree, proof)] : []),
        ];
        for (const result of await Promise.allSettled(attempts)) {
          expect(result).toMatchObject({ status: 'rejected', reason: { code: 'proof.wrong' } });
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [-1, 5],
    [5, 5],
    [0, 0],
    [0.5, 5],
    [Number.NaN, 5],
    [1, 2 ** 53],
  ])('of the place %d in a tree of %d is refused', async (index, size) => {
    expect(() => inclusionRanges(index, size)).toThrow(TlogError);
    const attempt = rootFromInclusion(nodeVerifier, { index, hash: new Uint8Array(32) }, size, []);
    await expect(attempt).rejects.toMatchObject({ code: 'tree.range' });
  });

  it('with a hash more or less leads to no root', async () => {
    const tree = smallTree(sha256, hashes);
    const leaf = { index: 2, hash: hashes[2] ?? new Uint8Array(0) };
    const proof = tree.inclusionProof(2);
    expect(await rootFromInclusion(nodeVerifier, leaf, 8, proof)).toEqual(tree.root);
    for (const other of [proof.slice(1), [...proof, tree.root], []]) {
      const attempt = rootFromInclusion(nodeVerifier, leaf, 8, other);
      await expect(attempt).rejects.toMatchObject({ code: 'proof.wrong' });
    }
  });
});

describe('a consistency proof', () => {
  const pair = sizes.chain((second) => fc.tuple(fc.nat(second), fc.constant(second)));

  it('between any two sizes leads to both roots', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([first, second]) => {
        const leaves = randomHashes(second);
        const newer = smallTree(sha256, leaves);
        const older = { size: first, root: rootOf(sha256, leaves.slice(0, first)) };
        await verifyConsistency(nodeVerifier, older, newer, newer.consistencyProof(first));
      }),
      { numRuns: 60 },
    );
  });

  it('fails when a bit of it or of a root is flipped, and for a tree that is rewritten from a leaf on', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.nat(), fc.nat(255), async ([first, second], which, bit) => {
        const leaves = randomHashes(second);
        const newer = smallTree(sha256, leaves);
        const proof = newer.consistencyProof(first);
        const older = { size: first, root: rootOf(sha256, leaves.slice(0, first)) };
        const rewritten = leaves.map((hash, at) => (at === which % Math.max(first, 1) ? flip(hash, bit) : hash));
        const other = smallTree(sha256, rewritten);
        const attempts = [
          verifyConsistency(nodeVerifier, { ...older, root: flip(older.root, bit) }, newer, proof),
          verifyConsistency(nodeVerifier, older, newer, [...proof, newer.root]),
          ...(first > 0
            ? [verifyConsistency(nodeVerifier, older, { ...newer, root: flip(newer.root, bit) }, proof)]
            : []),
          ...(first > 0 ? [verifyConsistency(nodeVerifier, older, other, other.consistencyProof(first))] : []),
          ...proof.map((_, at) =>
            verifyConsistency(
              nodeVerifier,
              older,
              newer,
              proof.map((hash, place) => (place === at ? flip(hash, bit) : hash)),
            ),
          ),
        ];
        for (const result of await Promise.allSettled(attempts)) {
          expect(result).toMatchObject({ status: 'rejected', reason: { code: 'proof.wrong' } });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('to a smaller tree is refused', async () => {
    expect(() => consistencyRanges(6, 5)).toThrow(TlogError);
    const tree = (size: number) => ({ size, root: new Uint8Array(32) });
    await expect(verifyConsistency(nodeVerifier, tree(6), tree(5), [])).rejects.toMatchObject({ code: 'tree.range' });
  });
});

it('two different trees of up to 40 leaves have different roots', () => {
  const leaves = randomHashes(40);
  const roots = leaves.map((_, at) => rootOf(sha256, leaves.slice(0, at + 1)));
  for (const [at, root] of roots.entries()) {
    expect(roots.slice(at + 1).some((other) => isSame(root, other))).toBe(false);
  }
});
