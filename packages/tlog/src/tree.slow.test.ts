import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { leafHash } from './merkle.ts';
import { sha256 } from './node.ts';
import { partialTiles, TILE_WIDTH, type TileContent } from './tiles.ts';
import { GrowingTree } from './tree.ts';

const LEAVES = 10_000_000;
const GROUP = 100_000;
/** It takes less than a minute on an idle machine. */
const TIMEOUT_MS = 1_800_000;
/** How much more may be in use at the end than after a tenth of the leaves. All hashes would be 300 MB more. */
const MAX_GROWTH_BYTES = 16 * 1024 * 1024;

/** Bytes that are still in use. Without this collection the figure contains garbage. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('a tree of ten million leaves', () => {
  it('grows in flat memory', { timeout: TIMEOUT_MS }, async () => {
    // As a sequencer that keeps only the right edge, and reads it again for each group.
    const edge = new Map<number | 'entries', TileContent>();
    let fullTiles = 0;
    let early = 0;
    let root = new GrowingTree(sha256).root();
    for (let size = 0; size < LEAVES; size += GROUP) {
      const partial = partialTiles(size).flatMap(({ level }) => edge.get(level) ?? []);
      const tree = new GrowingTree(sha256, size, partial);
      expect(tree.root()).toEqual(root);
      for (let at = 0; at < GROUP; at += 1) tree.append(leafHash(sha256, encodeUtf8(`leaf ${size + at}`)));
      for (const content of tree.take()) {
        if (content.tile.width === TILE_WIDTH) fullTiles += 1;
        else edge.set(content.tile.level, content);
      }
      root = tree.root();
      if (size === LEAVES / 10) early = bytesInUse();
    }
    expect(fullTiles).toBe(39_062 + 152);
    // A thread in the background frees the buffers of a collection.
    await expect.poll(() => bytesInUse() - early).toBeLessThan(MAX_GROWTH_BYTES);
  });
});
