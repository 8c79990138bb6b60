import { concat, HASH_BYTES } from './bytes.ts';
import { TlogError } from './errors.ts';
import { hashOver, rootOf, subtreesOf } from './merkle.ts';
import type { Sha256 } from './port.ts';
import type { TileContent } from './tiles.ts';
import { decodeEntries, decodeHashes, encodeEntries, hashInTile, partialTiles, TILE_WIDTH, tileOf } from './tiles.ts';

/** The tile of a level that is being filled. */
interface OpenTile {
  readonly hashes: Uint8Array;
  /** The tile's index at its level. */
  index: number;
  width: number;
  /** The width when its content was last taken. */
  taken: number;
}

/**
 * A tree to which leaves are appended. It holds only its right edge, at most one tile for each level, so ten million leaves
 * need no more memory than ten. The caller stores the tiles that it takes.
 */
export class GrowingTree {
  readonly #sha256: Sha256;
  readonly #levels: OpenTile[] = [];
  #finished: TileContent[] = [];
  #size: number;

  /**
   * @param size of the tree to continue; 0 for a new one
   * @param edge the contents of its partial tiles, as `partialTiles(size)` lists them
   * @throws TlogError `tile.malformed` if one is missing or has another length
   */
  constructor(sha256: Sha256, size = 0, edge: readonly TileContent[] = []) {
    this.#sha256 = sha256;
    this.#size = size;
    for (const wanted of partialTiles(size)) {
      const { level, index, width } = wanted;
      const found = edge.find(({ tile }) => tile.level === level && tile.index === index && tile.width === width);
      if (found?.data.length !== width * HASH_BYTES) {
        throw new TlogError('tile.malformed', `The tile ${level}/${index} of width ${width} is missing.`);
      }
      this.#open(Number(level), found.data, width);
    }
  }

  /** The number of leaves. */
  get size(): number {
    return this.#size;
  }

  /** Appends the hash of a leaf. */
  append(leafHash: Uint8Array): void {
    this.#push(0, leafHash);
    this.#size += 1;
  }

  /** The root of the tree. */
  root(): Uint8Array {
    const subtrees = this.#levels.toReversed().flatMap(({ hashes, width }) => {
      const row = decodeHashes(hashes.subarray(0, width * HASH_BYTES), width);
      return subtreesOf({ from: 0, to: width }).map(({ level, index }) => hashInTile(this.#sha256, row, level, index));
    });
    return hashOver(this.#sha256, subtrees);
  }

  /** The tiles of hashes that are new since the last call: those that became full, and the partial ones that grew. */
  take(): TileContent[] {
    const tiles = this.#finished;
    this.#finished = [];
    for (const [level, open] of this.#levels.entries()) {
      if (open.width === open.taken) continue;
      open.taken = open.width;
      const tile = { level, index: open.index, width: open.width };
      tiles.push({ tile, data: open.hashes.slice(0, open.width * HASH_BYTES) });
    }
    return tiles;
  }

  #open(level: number, data: Uint8Array, width: number): OpenTile {
    while (this.#levels.length <= level) {
      const index = Math.floor(this.#size / TILE_WIDTH ** (this.#levels.length + 1));
      this.#levels.push({ hashes: new Uint8Array(TILE_WIDTH * HASH_BYTES), index, width: 0, taken: 0 });
    }
    const open = this.#levels[level];
    if (open === undefined) throw new TlogError('tree.range', `There is no level ${level}.`);
    open.hashes.set(data, open.width * HASH_BYTES);
    open.width += width;
    open.taken = width;
    return open;
  }

  #push(level: number, hash: Uint8Array): void {
    const open = this.#levels[level] ?? this.#open(level, new Uint8Array(0), 0);
    open.hashes.set(hash, open.width * HASH_BYTES);
    open.width += 1;
    if (open.width < TILE_WIDTH) return;
    const data = open.hashes.slice();
    this.#finished.push({ tile: { level, index: open.index, width: TILE_WIDTH }, data });
    open.index += 1;
    open.width = 0;
    open.taken = 0;
    this.#push(level + 1, rootOf(this.#sha256, decodeHashes(data, TILE_WIDTH)));
  }
}

/**
 * The tiles of entries that change when leaves are appended.
 * @param size of the tree before
 * @param partial the content of its partial tile of entries; empty if it has none
 * @throws TlogError `tile.malformed` if that has another number of entries, or a leaf has more than 65,535 octets
 */
export function appendEntries(size: number, partial: Uint8Array, leaves: readonly Uint8Array[]): TileContent[] {
  const width = size % TILE_WIDTH;
  decodeEntries(partial, width);
  const after = size + leaves.length;
  const tiles: TileContent[] = [];
  for (let at = size; at < after; ) {
    const index = Math.floor(at / TILE_WIDTH);
    const end = Math.min((index + 1) * TILE_WIDTH, after);
    const added = encodeEntries(leaves.slice(at - size, end - size));
    tiles.push({ tile: tileOf('entries', index, after), data: at === size ? concat(partial, added) : added });
    at = end;
  }
  return tiles;
}
