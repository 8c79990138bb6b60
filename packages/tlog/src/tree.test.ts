import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat } from './bytes.ts';
import { smallTree } from './merkle.ts';
import { sha256 } from './node.ts';
import { randomHashes } from './testing/random.ts';
import { consistencyFromTiles, inclusionFromTiles, partialTiles, rootFromTiles, tilePath, tilesOf } from './tiles.ts';
import { appendEntries, GrowingTree } from './tree.ts';

/** Appends leaves in groups, continuing from stored tiles each time, as a sequencer that restarts after each group. */
function grow(leaves: readonly Uint8Array[], groups: readonly number[]) {
  const files = new Map<string, Uint8Array>();
  const roots: [size: number, root: Uint8Array][] = [];
  let size = 0;
  for (const group of [...groups, leaves.length]) {
    const edge = partialTiles(size).map((tile) => ({ tile, data: files.get(tilePath(tile)) ?? new Uint8Array(0) }));
    const tree = new GrowingTree(sha256, size, edge);
    for (const leaf of leaves.slice(size, size + group)) tree.append(leaf);
    const taken = tree.take();
    expect(taken.map(({ tile }) => tilePath(tile)).sort()).toEqual(
      [...tilesOf(tree.size, size)]
        .filter(({ level }) => level !== 'entries')
        .map(tilePath)
        .sort(),
    );
    for (const { tile, data } of taken) files.set(tilePath(tile), data);
    size = tree.size;
    roots.push([size, tree.root()]);
  }
  return { files, roots };
}

describe('a tree that grows', () => {
  it('has the roots and the proofs of the tree that is built at once', async () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 1_400 }),
      fc.array(fc.nat(400), { maxLength: 6 }),
      fc.nat(),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([count, groups, somewhere, before]) => {
        const leaves = randomHashes(count);
        const { files, roots } = grow(leaves, groups);
        for (const [size, root] of roots) expect(root).toEqual(smallTree(sha256, leaves.slice(0, size)).root);
        const whole = smallTree(sha256, leaves);
        const read = (tile: Parameters<typeof tilePath>[0]) => files.get(tilePath(tile)) ?? new Uint8Array(0);
        const index = somewhere % count;
        const first = before % (count + 1);
        expect(await rootFromTiles(sha256, read, count)).toEqual(whole.root);
        expect(await inclusionFromTiles(sha256, read, index, count)).toEqual(whole.inclusionProof(index));
        expect(await consistencyFromTiles(sha256, read, first, count)).toEqual(whole.consistencyProof(first));
      }),
      { numRuns: 30 },
    );
  });

  it('of 70,000 leaves has a third level', () => {
    const leaves = randomHashes(70_000);
    const { files, roots } = grow(leaves, [65_535, 1, 1]);
    expect(roots.at(-1)).toEqual([70_000, smallTree(sha256, leaves).root]);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['tile/2/000.p/1', 'tile/1/001.p/17', 'tile/0/273.p/112']),
    );
  });

  it('takes each tile once', () => {
    const tree = new GrowingTree(sha256);
    for (const leaf of randomHashes(300)) tree.append(leaf);
    expect(tree.take().map(({ tile }) => tilePath(tile))).toEqual(['tile/0/000', 'tile/0/001.p/44', 'tile/1/000.p/1']);
    expect(tree.take()).toEqual([]);
  });

  it('refuses a right edge that is not that of its size', () => {
    expect(() => new GrowingTree(sha256, 3)).toThrow('tile.malformed');
    const tile = { level: 0, index: 0, width: 3 };
    expect(() => new GrowingTree(sha256, 3, [{ tile, data: new Uint8Array(64) }])).toThrow('tile.malformed');
    expect(new GrowingTree(sha256, 3, [{ tile, data: concat(...randomHashes(3)) }]).size).toBe(3);
  });
});

describe('entries', () => {
  it('continue the partial tile, and begin others', () => {
    const leaves = Array.from({ length: 600 }, (_, at) => Uint8Array.of(at & 0xff, at >> 8));
    const at = (from: number, to: number, partial: Uint8Array = new Uint8Array(0)) =>
      appendEntries(from, partial, leaves.slice(from, to)).map(({ tile, data }) => [tilePath(tile), data] as const);
    const once = new Map(at(0, 600));
    const [[path, data] = ['', new Uint8Array(0)]] = at(0, 10);
    expect(path).toBe('tile/entries/000.p/10');
    expect(new Map(at(10, 600, data))).toEqual(once);
    expect([...once.keys()]).toEqual(['tile/entries/000', 'tile/entries/001', 'tile/entries/002.p/88']);
    expect(() => at(10, 600)).toThrow('tile.malformed');
  });
});
