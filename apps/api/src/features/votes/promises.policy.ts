import { hash } from 'node:crypto';

// Octets are strings here, one character for each octet: node:crypto returns a string much faster than a Buffer.

/** SHA-256. */
export const sha256 = (octets: string | NodeJS.ArrayBufferView): string => hash('sha256', octets, 'binary');
export const base64 = (octets: string): string => Buffer.from(octets, 'latin1').toString('base64');

/** The hash of the node over two hashes (RFC 6962, 2.1). */
export const nodeHash = (left: string, right: string): string => sha256(Buffer.from(`\x01${left}${right}`, 'latin1'));

/** The largest power of two that is smaller than a size above 1: where RFC 6962 splits a tree. */
const splitOf = (size: number): number => 2 ** (31 - Math.clz32(size - 1));

/** Each node of a batch's tree; leaves have no parts. */
type Node = { hash: string; parts?: readonly [left: Node, right: Node] };

const nodeOver = (hashes: readonly string[], from: number, to: number): Node => {
  if (to - from === 1) return { hash: hashes[from] ?? '' };
  const middle = from + splitOf(to - from);
  const left = nodeOver(hashes, from, middle);
  const right = nodeOver(hashes, middle, to);
  return { hash: nodeHash(left.hash, right.hash), parts: [left, right] };
};

const collectPaths = ({ parts }: Node, above: string, paths: string[]): void => {
  if (!parts) {
    paths.push(above);
    return;
  }
  const [left, right] = parts;
  collectPaths(left, `${base64(right.hash)}\n${above}`, paths);
  collectPaths(right, `${base64(left.hash)}\n${above}`, paths);
};

/**
 * The tree over hashes (RFC 6962). Each node is hashed and encoded once.
 * @param hashes at least one
 * @returns its root, and the inclusion proof of each hash: a line of base64 for each node
 */
export const treeOver = (hashes: readonly string[]): { root: string; paths: readonly string[] } => {
  const top = nodeOver(hashes, 0, hashes.length);
  const paths: string[] = [];
  collectPaths(top, '', paths);
  return { root: top.hash, paths };
};
