import { concat, encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { leafHash, rootOf, smallTree } from '@laurel/tlog/merkle';
import { sha256, signerOf } from '@laurel/tlog/node';
import { formatVerifierKey } from '@laurel/tlog/note';
import { TILE_WIDTH, type Tile } from '@laurel/tlog/tiles';

/** A log in memory, for tests. Logs of one seed have one key. */
export type TestLog = {
  readonly origin: string;
  readonly verifierKey: string;
  root(size: number): Uint8Array;
  /** Reads a tile of hashes, of a tree of any size. */
  readTile(tile: Tile): Uint8Array;
  /** The signed checkpoint of the first leaves. */
  checkpoint(size: number): Promise<string>;
  /** The body of a request to `add-checkpoint`, with a right proof if `old` is not larger than `size`. */
  request(old: number, size: number): Promise<string>;
};

type Options = {
  origin?: string;
  /** The octet of which the private key consists. */
  seed?: number;
  /** Where this log differs from others: leaves from this one on are its own. */
  forksAt?: number;
  fork?: string;
};

/** The request to cosign a checkpoint. */
export const requestOf = (old: number, proof: readonly Uint8Array[], checkpoint: string): string =>
  `${[`old ${old}`, ...proof.map(encodeBase64)].join('\n')}\n\n${checkpoint}`;

/** Creates a log whose leaves are all known. */
export const createTestLog = async ({
  origin = 'awards.example/log/2026',
  seed = 7,
  forksAt = Number.POSITIVE_INFINITY,
  fork = 'fork',
}: Options = {}): Promise<TestLog> => {
  const signer = await signerOf(new Uint8Array(32).fill(seed), origin);
  const hashes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) =>
      leafHash(sha256, encodeUtf8(`${from + at < forksAt ? 'leaf' : fork} ${from + at}`)),
    );
  const treeOf = (size: number) => smallTree(sha256, hashes(0, size));
  const checkpoint = (size: number) => signCheckpoint(signer, { size, root: treeOf(size).root });
  return {
    origin,
    verifierKey: formatVerifierKey(signer.key),
    root: (size) => treeOf(size).root,
    readTile: ({ level, index, width }) => {
      const leaves = TILE_WIDTH ** Number(level);
      const first = index * TILE_WIDTH;
      return concat(
        ...Array.from({ length: width }, (_, at) =>
          rootOf(sha256, hashes((first + at) * leaves, (first + at + 1) * leaves)),
        ),
      );
    },
    checkpoint,
    request: async (old, size) =>
      requestOf(old, old > 0 && old < size ? treeOf(size).consistencyProof(old) : [], await checkpoint(size)),
  };
};
