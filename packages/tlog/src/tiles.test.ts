import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { sha256 } from './node.ts';
import { codeOf } from './testing/faults.ts';
import {
  decodeEntries,
  decodeHashes,
  encodeEntries,
  inclusionFromTiles,
  parseTilePath,
  partialTiles,
  tileOf,
  tilePath,
  tilesOf,
} from './tiles.ts';

const names = (size: number) => {
  const tiles = [...tilesOf(size)].filter(({ level }) => level !== 'entries');
  const at = (wanted: number) => tiles.filter(({ level }) => level === wanted);
  return [0, 1, 2, 3].map((level) => ({
    full: at(level).filter(({ width }) => width === 256).length,
    partial: at(level).find(({ width }) => width < 256)?.width,
  }));
};

describe('the examples of tlog-tiles', () => {
  it('a tree of 70,000 has 273 full tiles and one of 112, one full and one of 17, and one of 1', () => {
    expect(names(70_000)).toEqual([
      { full: 273, partial: 112 },
      { full: 1, partial: 17 },
      { full: 0, partial: 1 },
      { full: 0, partial: undefined },
    ]);
  });

  it('a tree of 256 has a full tile and one of 1', () => {
    expect(names(256).slice(0, 2)).toEqual([
      { full: 1, partial: undefined },
      { full: 0, partial: 1 },
    ]);
  });

  it('the index 1234067 is x001/x234/067', () => {
    expect(tilePath({ level: 3, index: 1_234_067, width: 256 })).toBe('tile/3/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 1_234_067, width: 9 })).toBe('tile/entries/x001/x234/067.p/9');
  });
});

describe('a tile', () => {
  it('is full as soon as the tree is large enough, and partial before', () => {
    expect(tileOf(0, 1, 300)).toEqual({ level: 0, index: 1, width: 44 });
    expect(tileOf(0, 1, 512)).toEqual({ level: 0, index: 1, width: 256 });
    expect(tileOf('entries', 0, 300)).toEqual({ level: 'entries', index: 0, width: 256 });
    expect(tileOf(1, 0, 300)).toEqual({ level: 1, index: 0, width: 1 });
    expect(() => tileOf(0, 2, 512)).toThrow('tree.range');
    expect(() => tileOf(2, 0, 512)).toThrow('tree.range');
  });

  it('of a tree that grew is new if it is wider', () => {
    const paths = (size: number, from: number) => [...tilesOf(size, from)].map(tilePath);
    expect(paths(300, 300)).toEqual([]);
    expect(paths(0, 0)).toEqual([]);
    expect(paths(301, 300)).toEqual(['tile/entries/001.p/45', 'tile/0/001.p/45']);
    expect(paths(513, 300)).toEqual([
      'tile/entries/001',
      'tile/entries/002.p/1',
      'tile/0/001',
      'tile/0/002.p/1',
      'tile/1/000.p/2',
    ]);
    expect(partialTiles(513).map(tilePath)).toEqual(['tile/0/002.p/1', 'tile/1/000.p/2']);
    expect(partialTiles(0)).toEqual([]);
  });

  it.each([
    'tile/0/1',
    'tile/00/001',
    'tile/64/001',
    'tile/data/001',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/05',
    'tile/0/001.p/',
    'tile/0/001/',
    '/tile/0/001',
    'tile/0/../001',
    'tile/0/x999/x999/x999/x999/x999/999',
    '',
  ])('can’t have the path %j', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

describe('the content of a tile', () => {
  it('has each entry after its length', () => {
    const entries = ['', 'a', 'b'.repeat(300), 'c'.repeat(65_535)].map(encodeUtf8);
    const data = encodeEntries(entries);
    expect([...data.subarray(0, 7)]).toEqual([0, 0, 0, 1, 97, 1, 44]);
    expect(decodeEntries(data, 4)).toEqual(entries);
  });

  it('is refused if it is cut off, or has another number of entries or hashes', async () => {
    const data = encodeEntries([encodeUtf8('one'), encodeUtf8('two')]);
    for (const cut of [data.subarray(0, -1), data.subarray(0, 6), data.subarray(0, 7)]) {
      expect(await codeOf(() => decodeEntries(cut, 2))).toBe('tile.malformed');
    }
    expect(await codeOf(() => decodeEntries(data, 1))).toBe('tile.malformed');
    expect(await codeOf(() => encodeEntries([new Uint8Array(65_536)]))).toBe('tile.malformed');
    expect(await codeOf(() => decodeHashes(new Uint8Array(63), 2))).toBe('tile.malformed');
    expect(await codeOf(() => inclusionFromTiles(sha256, () => new Uint8Array(31), 0, 2))).toBe('tile.malformed');
  });
});
