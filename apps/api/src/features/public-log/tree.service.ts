import type { Queryable } from '@laurel/database/queryable';
import { HASH_BYTES } from '@laurel/tlog/bytes';
import { leafHash, verifyInclusion } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import { decodeEntries, inclusionFromTiles, partialTiles, TILE_WIDTH, type Tile, tileOf } from '@laurel/tlog/tiles';
import { appendEntries, GrowingTree } from '@laurel/tlog/tree';
import { LRUCache } from 'lru-cache';
import { inTurns } from '../../concurrency/in-turns.ts';
import { readTile, type StoredTile } from './store.ts';

/** 512 tiles of hashes have 4 MB, of entries about 12 MB. */
const TILES_CACHED = 512;

const levelOf = ({ level }: Pick<Tile, 'level'>): number => (level === 'entries' ? -1 : level);

/** The first `width` hashes or entries of a tile, or undefined if it has fewer. */
const cut = (level: Tile['level'], data: Uint8Array, width: number): Uint8Array | undefined => {
  if (level !== 'entries') {
    const end = width * HASH_BYTES;
    return data.length < end ? undefined : data.subarray(0, end);
  }
  let end = 0;
  for (let count = 0; count < width; count += 1) {
    if (end + 2 > data.length) return undefined;
    end += 2 + (((data[end] ?? 0) << 8) | (data[end + 1] ?? 0));
  }
  return end > data.length ? undefined : data.subarray(0, end);
};

/** The stored tree lacks a tile. */
export class MissingTileError extends Error {
  override name = 'MissingTileError';
}

/** Reads tiles of the stored tree. */
export type Tiles = {
  /** A tile with `width` hashes or entries, or undefined if the stored one has fewer. */
  find(tile: Tile): Promise<Uint8Array | undefined>;
  /** The same, for proofs. @throws MissingTileError if the tree has no such tile */
  read(tile: Tile): Promise<Uint8Array>;
};

/**
 * Reads tiles from the database. A tile that is requested in full width never changes, and stays in memory for a while.
 * A full tile that is read for a narrower one does not stay: its other entries may belong to leaves that are not
 * replicated yet.
 */
export const createTiles = (db: Queryable): Tiles => createTilesOf((level, index) => readTile(db, level, index));

/** The same from another source, such as the log of an archived edition. */
export const createTilesOf = (readStored: (level: number, index: number) => Promise<Buffer | undefined>): Tiles => {
  const full = new LRUCache<string, Uint8Array>({ max: TILES_CACHED });
  const find = async ({ level, index, width }: Tile): Promise<Uint8Array | undefined> => {
    const name = `${level}/${index}`;
    const known = full.get(name);
    if (known) return cut(level, known, width);
    const data = await readStored(levelOf({ level }), index);
    if (!data) return undefined;
    const found = cut(level, data, width);
    if (found && width === TILE_WIDTH) full.set(name, found);
    return found;
  };
  return {
    find,
    read: async (tile) => {
      const data = await find(tile);
      if (!data) {
        throw new MissingTileError(`the log has no tile ${tile.level}/${tile.index} of width ${tile.width}`);
      }
      return data;
    },
  };
};

/** The right edge of the stored tree, to which leaves are appended. */
export type Edge = {
  readonly size: number;
  root(): Uint8Array;
  /** Appends leaves. @returns the tiles that changed, with their whole content */
  append(leaves: readonly Uint8Array[]): Promise<StoredTile[]>;
};

/** Reads the right edge of a tree of a size. @throws MissingTileError if it lacks a tile */
export const readEdge = async (tiles: Tiles, size: number): Promise<Edge> => {
  const edge = await Promise.all(partialTiles(size).map(async (tile) => ({ tile, data: await tiles.read(tile) })));
  const tree = new GrowingTree(sha256, size, edge);
  const width = size % TILE_WIDTH;
  let entries: Uint8Array = new Uint8Array(0);
  if (width > 0) entries = await tiles.read({ level: 'entries', index: Math.floor(size / TILE_WIDTH), width });
  return {
    get size() {
      return tree.size;
    },
    root: () => tree.root(),
    append: async (leaves) => {
      const grown = appendEntries(tree.size, entries, leaves);
      await inTurns(leaves, (leaf) => tree.append(leafHash(sha256, leaf)));
      const last = grown.at(-1);
      if (last) entries = last.tile.width < TILE_WIDTH ? last.data : new Uint8Array(0);
      return [...grown, ...tree.take()].map(({ tile, data }) => ({ level: levelOf(tile), index: tile.index, data }));
    },
  };
};

/**
 * Reads a leaf of a tree, and checks that the tree's root has it.
 * @throws TlogError, MissingTileError
 */
export const readLeaf = async (
  tiles: Tiles,
  index: number,
  tree: { readonly size: number; readonly root: Uint8Array },
): Promise<Uint8Array> => {
  const tile = tileOf('entries', Math.floor(index / TILE_WIDTH), tree.size);
  const leaf = decodeEntries(await tiles.read(tile), tile.width)[index % TILE_WIDTH] ?? new Uint8Array(0);
  const hashes = await inclusionFromTiles(sha256, tiles.read, index, tree.size);
  await verifyInclusion(nodeVerifier, { index, hash: leafHash(sha256, leaf) }, tree, hashes);
  return leaf;
};
