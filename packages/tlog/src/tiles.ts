import { concat, HASH_BYTES } from './bytes.ts';
import { TlogError } from './errors.ts';
import type { NodeReader, Range } from './merkle.ts';
import { consistencyRanges, hashOver, inclusionRanges, nodeHash, subtreesOf } from './merkle.ts';
import type { Later, Sha256 } from './port.ts';

/** The number of hashes or entries of a full tile. */
export const TILE_WIDTH = 256;
/** The levels of the tree that a tile spans: 2^8 = 256. */
const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;
/** An entry's length is written in 16 bits. */
export const MAX_ENTRY_BYTES = 0xff_ff;

/** A file of a log (tlog-tiles): hashes of a level, or the entries below level 0. */
export interface Tile {
  readonly level: number | 'entries';
  readonly index: number;
  /** The number of its hashes or entries, 1 to 256. Below 256 the tile is partial. */
  readonly width: number;
}

/** A tile with its content. */
export interface TileContent {
  readonly tile: Tile;
  readonly data: Uint8Array;
}

/** The path of a tile below the log's prefix: `tile/0/x001/234.p/5`, `tile/entries/000`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${number}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Reads the path of a tile, or returns undefined for any text that is not exactly one. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', number = '', width] =
    /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? [];
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(number.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const inRange =
    (tile.level === 'entries' || tile.level <= MAX_LEVEL) &&
    Number.isSafeInteger(tile.index) &&
    tile.width >= 1 &&
    tile.width <= TILE_WIDTH;
  return inRange && tilePath(tile) === path ? tile : undefined;
}

/** How many tiles, full or partial, a tree of a size has at a level, and how wide the last one is. */
function tilesAt(level: number, size: number): { full: number; partial: number } {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return { full: Math.floor(hashes / TILE_WIDTH), partial: hashes % TILE_WIDTH };
}

/**
 * The tile of a tree at a level and an index, full or partial.
 * @throws TlogError `tree.range` if the tree has none
 */
export function tileOf(level: number | 'entries', index: number, size: number): Tile {
  const { full, partial } = tilesAt(level === 'entries' ? 0 : level, size);
  if (index < full) return { level, index, width: TILE_WIDTH };
  if (index === full && partial > 0) return { level, index, width: partial };
  throw new TlogError('tree.range', `A tree of ${size} has no tile ${level}/${index}.`);
}

/** The partial tiles of hashes of a tree, from level 0 upwards: the tree's right edge. */
export function partialTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
    const { full, partial } = tilesAt(level, size);
    if (partial > 0) tiles.push({ level, index: full, width: partial });
  }
  return tiles;
}

/**
 * All tiles of a tree: of entries, then of hashes, from level 0.
 * @param grownFrom leaves out the tiles of a tree of this size
 */
export function* tilesOf(size: number, grownFrom = 0): Generator<Tile> {
  for (let level = -1; level < 0 || TILE_WIDTH ** level <= size; level += 1) {
    const name = level < 0 ? 'entries' : level;
    const { full, partial } = tilesAt(Math.max(level, 0), size);
    const before = tilesAt(Math.max(level, 0), grownFrom);
    for (let index = before.full; index < full; index += 1) yield { level: name, index, width: TILE_WIDTH };
    if (partial > 0 && (before.full < full || before.partial < partial)) {
      yield { level: name, index: full, width: partial };
    }
  }
}

/**
 * The content of a tile of entries: each after its length in 16 bits, big-endian.
 * @throws TlogError `tile.malformed` for an entry above 65,535 octets
 */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array {
  const parts = entries.flatMap((entry) => {
    if (entry.length > MAX_ENTRY_BYTES) throw new TlogError('tile.malformed', `An entry has ${entry.length} octets.`);
    return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
  });
  return concat(...parts);
}

/**
 * The entries of a tile.
 * @param width the width of the tile
 * @throws TlogError `tile.malformed` unless there are exactly so many
 */
export function decodeEntries(data: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const from = at + 2;
    at = from + (((data[at] ?? 0) << 8) | (data[at + 1] ?? 0));
    if (from > data.length || at > data.length) throw new TlogError('tile.malformed', 'The last entry is cut off.');
    entries.push(data.subarray(from, at));
  }
  if (entries.length !== width) {
    throw new TlogError('tile.malformed', `${entries.length} entries instead of ${width}.`);
  }
  return entries;
}

/** The hashes of a tile. @throws TlogError `tile.malformed` unless there are exactly as many as its width says */
export function decodeHashes(data: Uint8Array, width: number): Uint8Array[] {
  if (data.length !== width * HASH_BYTES) {
    throw new TlogError('tile.malformed', `${data.length} octets instead of ${width} hashes.`);
  }
  return Array.from({ length: width }, (_, at) => data.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** Reads a tile of hashes. If the stored tile has grown since, the reader cuts it to the requested width. */
export type TileReader = (tile: Tile) => Later<Uint8Array>;

/** The hash of a subtree from the hashes of the tile that contains it. The tile may be partial. */
export function hashInTile(sha256: Sha256, hashes: readonly Uint8Array[], level: number, index: number): Uint8Array {
  const width = 2 ** (level % TILE_HEIGHT);
  const from = (index * width) % TILE_WIDTH;
  let row = hashes.slice(from, from + width);
  while (row.length > 1) {
    row = row.flatMap((left, at) => {
      const right = row[at + 1];
      return at % 2 === 0 && right !== undefined ? [nodeHash(sha256, left, right)] : [];
    });
  }
  const [hash] = row;
  if (hash === undefined) throw new TlogError('tree.range', `No subtree ${level}/${index}.`);
  return hash;
}

/** The hashes over some ranges of a tree. Reads each tile once, all of them at the same time. */
async function hashesOver(
  sha256: Sha256,
  read: TileReader,
  size: number,
  ranges: readonly Range[],
): Promise<Uint8Array[]> {
  const placeOf = (level: number, index: number) =>
    tileOf(Math.floor(level / TILE_HEIGHT), Math.floor((index * 2 ** (level % TILE_HEIGHT)) / TILE_WIDTH), size);
  const tiles = new Map<string, Tile>();
  for (const { level, index } of ranges.flatMap(subtreesOf)) {
    const tile = placeOf(level, index);
    tiles.set(tilePath(tile), tile);
  }
  const contents = new Map<string, readonly Uint8Array[]>();
  await Promise.all(
    [...tiles].map(async ([path, tile]) => contents.set(path, decodeHashes(await read(tile), tile.width))),
  );
  const node: NodeReader = (level, index) =>
    hashInTile(sha256, contents.get(tilePath(placeOf(level, index))) ?? [], level, index);
  return ranges.map((range) =>
    hashOver(
      sha256,
      subtreesOf(range).map(({ level, index }) => node(level, index)),
    ),
  );
}

/**
 * The root of a tree, from its tiles.
 * @throws TlogError `tile.malformed`; and what the reader throws
 */
export async function rootFromTiles(sha256: Sha256, read: TileReader, size: number): Promise<Uint8Array> {
  const [root = sha256(new Uint8Array(0))] = await hashesOver(sha256, read, size, [{ from: 0, to: size }]);
  return root;
}

/**
 * The hashes of an inclusion proof, from tiles. Only their verification shows that the tiles are right.
 * @throws TlogError `tree.range`, `tile.malformed`; and what the reader throws
 */
export function inclusionFromTiles(
  sha256: Sha256,
  read: TileReader,
  index: number,
  size: number,
): Promise<Uint8Array[]> {
  return hashesOver(sha256, read, size, inclusionRanges(index, size));
}

/**
 * The hashes of a consistency proof, from tiles. Only their verification shows that the tiles are right.
 * @throws TlogError `tree.range`, `tile.malformed`; and what the reader throws
 */
export function consistencyFromTiles(
  sha256: Sha256,
  read: TileReader,
  first: number,
  second: number,
): Promise<Uint8Array[]> {
  return hashesOver(sha256, read, second, consistencyRanges(first, second));
}
