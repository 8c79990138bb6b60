import { concat, isSame } from './bytes.ts';
import { TlogError } from './errors.ts';
import type { Sha256, Verifier } from './port.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf (RFC 6962, section 2.1). */
export function leafHash<Hash>(sha256: (data: Uint8Array) => Hash, leaf: Uint8Array): Hash {
  return sha256(concat(LEAF, leaf));
}

/** The hash of the node over two hashes (RFC 6962, section 2.1). */
export function nodeHash<Hash>(sha256: (data: Uint8Array) => Hash, left: Uint8Array, right: Uint8Array): Hash {
  return sha256(concat(NODE, left, right));
}

/** The hash of a subtree of 2^level leaves, the index-th from the left. */
export type NodeReader<Hash = Uint8Array> = (level: number, index: number) => Hash;

/**
 * The leaves from index `from` up to, but not including, index `to`. They form complete subtrees, the largest one
 * first.
 */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The largest power of two that is smaller than a size above 1: where RFC 6962 splits a tree. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Throws unless 0 <= from <= to <= 2^53 - 1. */
function checkOrder(from: number, to: number): void {
  if (Number.isSafeInteger(from) && Number.isSafeInteger(to) && 0 <= from && from <= to) return;
  throw new TlogError('tree.range', `${from} is not between 0 and ${to}.`);
}

/**
 * The leaves that each hash of an inclusion proof covers, from the leaf's sibling upwards (RFC 6962, 2.1.1).
 * @throws TlogError `tree.range` unless 0 <= index < size
 */
export function inclusionRanges(index: number, size: number): Range[] {
  checkOrder(index + 1, size);
  checkOrder(0, index);
  const ranges: Range[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.unshift({ from: middle, to });
      to = middle;
    } else {
      ranges.unshift({ from, to: middle });
      from = middle;
    }
  }
  return ranges;
}

/**
 * The leaves that each hash of a consistency proof between two sizes covers (RFC 6962, 2.1.2). There are none for equal
 * sizes, and none if the older tree is empty.
 * @throws TlogError `tree.range` unless 0 <= first <= second
 */
export function consistencyRanges(first: number, second: number): Range[] {
  checkOrder(first, second);
  const ranges: Range[] = [];
  if (first === 0) return ranges;
  let from = 0;
  let to = second;
  while (first !== to) {
    const middle = from + splitOf(to - from);
    if (first <= middle) {
      ranges.unshift({ from: middle, to });
      to = middle;
    } else {
      ranges.unshift({ from, to: middle });
      from = middle;
    }
  }
  if (from > 0) ranges.unshift({ from, to });
  return ranges;
}

/** The complete subtrees of a range, from left to right, as `NodeReader` names them. */
export function subtreesOf({ from, to }: Range): { level: number; index: number }[] {
  const subtrees: { level: number; index: number }[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    let width = 1;
    while (width * 2 <= to - at) {
      level += 1;
      width *= 2;
    }
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}

/** The hash over adjacent subtrees, from left to right; without any, the root of the empty tree. */
export function hashOver(sha256: Sha256, subtrees: readonly Uint8Array[]): Uint8Array {
  let hash = subtrees.at(-1);
  if (hash === undefined) return sha256(new Uint8Array(0));
  for (const left of subtrees.slice(0, -1).reverse()) hash = nodeHash(sha256, left, hash);
  return hash;
}

/** All hashes of a small tree, which stays in memory: a batch, a test. For a log there is `GrowingTree`. */
export interface SmallTree {
  readonly size: number;
  readonly root: Uint8Array;
  /** The hashes of an inclusion proof. @throws TlogError `tree.range` */
  inclusionProof(index: number): Uint8Array[];
  /** The hashes of a consistency proof from the tree of the first leaves. @throws TlogError `tree.range` */
  consistencyProof(first: number): Uint8Array[];
}

/** Hashes each node of a tree once. @param leafHashes the hashes of the leaves, not the leaves */
export function smallTree(sha256: Sha256, leafHashes: readonly Uint8Array[]): SmallTree {
  const size = leafHashes.length;
  const levels: (readonly Uint8Array[])[] = [leafHashes];
  for (let below = leafHashes; below.length > 1; ) {
    const level: Uint8Array[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) {
      level.push(nodeHash(sha256, below[at] ?? new Uint8Array(0), below[at + 1] ?? new Uint8Array(0)));
    }
    levels.push(level);
    below = level;
  }
  const read: NodeReader = (level, index) => {
    const hash = levels[level]?.[index];
    if (hash === undefined) throw new TlogError('tree.range', `The tree of ${size} has no node ${level}/${index}.`);
    return hash;
  };
  const over = (range: Range) =>
    hashOver(
      sha256,
      subtreesOf(range).map(({ level, index }) => read(level, index)),
    );
  return {
    size,
    root: over({ from: 0, to: size }),
    inclusionProof: (index) => inclusionRanges(index, size).map(over),
    consistencyProof: (first) => consistencyRanges(first, size).map(over),
  };
}

/** The root of the tree of some leaves, given their hashes. */
export function rootOf(sha256: Sha256, leafHashes: readonly Uint8Array[]): Uint8Array {
  return smallTree(sha256, leafHashes).root;
}

/**
 * The root to which an inclusion proof leads (RFC 9162, 2.1.3.2).
 * @param leaf its index, and its hash
 * @throws TlogError `tree.range` for an index outside of the tree, `proof.wrong` for too many or too few hashes
 */
export async function rootFromInclusion(
  verifier: Pick<Verifier, 'sha256'>,
  leaf: { readonly index: number; readonly hash: Uint8Array },
  size: number,
  proof: readonly Uint8Array[],
): Promise<Uint8Array> {
  const ranges = inclusionRanges(leaf.index, size);
  if (ranges.length !== proof.length) throw new TlogError('proof.wrong', `A proof has ${ranges.length} hashes.`);
  let hash = leaf.hash;
  for (const [at, other] of proof.entries()) {
    const isLeft = (ranges[at]?.from ?? 0) <= leaf.index;
    hash = await (isLeft ? nodeHash(verifier.sha256, other, hash) : nodeHash(verifier.sha256, hash, other));
  }
  return hash;
}

/**
 * Checks that the tree of a root contains a leaf.
 * @param leaf its index, and its hash
 * @throws TlogError `proof.wrong`, `tree.range`
 */
export async function verifyInclusion(
  verifier: Pick<Verifier, 'sha256'>,
  leaf: { readonly index: number; readonly hash: Uint8Array },
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): Promise<void> {
  const root = await rootFromInclusion(verifier, leaf, tree.size, proof);
  if (!isSame(root, tree.root)) throw new TlogError('proof.wrong', `Leaf ${leaf.index} is not in the tree.`);
}

/**
 * Checks that a tree begins with all leaves of an older one (RFC 9162, 2.1.4.2).
 * @throws TlogError `proof.wrong`; `tree.range` if the older tree is larger
 */
export async function verifyConsistency(
  verifier: Pick<Verifier, 'sha256'>,
  older: { readonly size: number; readonly root: Uint8Array },
  newer: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): Promise<void> {
  const wrong = (why: string) => new TlogError('proof.wrong', `From ${older.size} to ${newer.size}: ${why}.`);
  const ranges = consistencyRanges(older.size, newer.size);
  if (ranges.length !== proof.length) throw wrong(`a proof has ${ranges.length} hashes`);
  if (older.size === 0) {
    if (!isSame(older.root, await verifier.sha256(new Uint8Array(0)))) throw wrong('the empty tree has another root');
    return;
  }
  // The first hash is the subtree in which the older tree ends. If that is the whole older tree, the proof omits it.
  const startsInside = ranges[0] !== undefined && ranges[0].from < older.size;
  const [start = older.root, ...rest] = startsInside ? proof : [older.root, ...proof];
  const steps = startsInside ? ranges.slice(1) : ranges;
  let olderRoot = start;
  let newerRoot = start;
  for (const [at, other] of rest.entries()) {
    const isLeft = (steps[at]?.from ?? 0) < older.size;
    if (isLeft) olderRoot = await nodeHash(verifier.sha256, other, olderRoot);
    newerRoot = await (isLeft
      ? nodeHash(verifier.sha256, other, newerRoot)
      : nodeHash(verifier.sha256, newerRoot, other));
  }
  if (!isSame(olderRoot, older.root)) throw wrong('the older root does not follow');
  if (!isSame(newerRoot, newer.root)) throw wrong('the newer root does not follow');
}
