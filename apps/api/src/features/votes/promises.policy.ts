import { hash } from 'node:crypto';

// Hashes are base64 here, as a proof shows them: node:crypto returns a string much faster than a Buffer.

const HASH_BYTES = 32;

/** SHA-256, in base64. */
export const sha256 = (octets: NodeJS.ArrayBufferView): string => hash('sha256', octets, 'base64');

/**
 * The input of a node's hash: the octet 1 and two hashes (RFC 6962, 2.1). Each call of `nodeHash` reuses this buffer.
 */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The hash of the node over two hashes. */
export const nodeHash = (left: string, right: string): string => {
  node.write(left, 1, 'base64');
  node.write(right, 1 + HASH_BYTES, 'base64');
  return sha256(node);
};

/** The size of a tree's left part (RFC 6962, 2.1): the largest power of two below `size`. @param size at least 2 */
const splitOf = (size: number): number => 2 ** (31 - Math.clz32(size - 1));

/** A node of a batch's tree; a leaf has no parts. */
type Node = { hash: string; parts?: readonly [left: Node, right: Node] };

const nodeOver = (hashes: readonly string[], from: number, to: number): Node => {
  if (to - from === 1) return { hash: hashes[from] ?? '' };
  const middle = from + splitOf(to - from);
  const left = nodeOver(hashes, from, middle);
  const right = nodeOver(hashes, middle, to);
  return { hash: nodeHash(left.hash, right.hash), parts: [left, right] };
};

const collectPaths = ({ parts }: Node, above: string, newline: string, paths: string[]): void => {
  if (!parts) {
    paths.push(above);
    return;
  }
  const [left, right] = parts;
  collectPaths(left, right.hash + newline + above, newline, paths);
  collectPaths(right, left.hash + newline + above, newline, paths);
};

/**
 * The tree over hashes (RFC 6962). Each node is hashed once.
 * @param hashes at least one
 * @param newline the text that ends each line of a proof
 * @returns its root, and the inclusion proof of each hash: a line of base64 for each node
 */
export const treeOver = (hashes: readonly string[], newline: string): { root: string; paths: readonly string[] } => {
  const top = nodeOver(hashes, 0, hashes.length);
  const paths: string[] = [];
  collectPaths(top, '', newline, paths);
  return { root: top.hash, paths };
};
