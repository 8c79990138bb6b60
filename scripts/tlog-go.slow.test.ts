// packages/tlog against another implementation: Go's golang.org/x/mod/sumdb verifies what it writes, and the reverse.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildGoLog, type GoLog, type LogRequest } from '@laurel/support/go-log';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { openCheckpoint, signCheckpoint } from '@laurel/tlog/checkpoint';
import { cosign } from '@laurel/tlog/cosignature';
import { leafHash } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256, signerOf } from '@laurel/tlog/node';
import { COSIGNATURE, formatVerifierKey, parseNote, parseVerifierKey } from '@laurel/tlog/note';
import { formatProof } from '@laurel/tlog/proof';
import {
  consistencyFromTiles,
  inclusionFromTiles,
  partialTiles,
  rootFromTiles,
  type Tile,
  tilePath,
} from '@laurel/tlog/tiles';
import { appendEntries, GrowingTree } from '@laurel/tlog/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** For a million leaves on a slow machine. */
const TIMEOUT_MS = 1_800_000;
const MAX_LEAVES = 1_000_000;
const TIME = 1_800_000_000;

const log = await signerOf(randomBytes(32), 'log.example/2026');
const witnesses = await Promise.all(
  ['w1.example', 'w2.example'].map((name) => signerOf(randomBytes(32), name, COSIGNATURE)),
);
let root = '';
let go: GoLog;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'laurel-tlog-'));
  go = await buildGoLog();
});
afterAll(() => {
  go.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Leaf number `at`: random in length, and different from every other one. */
const leafAt = (at: number) => new TextEncoder().encode(`${at} ${'x'.repeat((at * 7919) % 60)}`);

/** Writes a log into a folder as a server would serve it, in groups of random size. */
async function writeLog(size: number) {
  const prefix = mkdtempSync(join(root, `${size}-`));
  const files = new Map<string, Uint8Array>();
  const read = (tile: Tile) => files.get(tilePath(tile)) ?? new Uint8Array(0);
  const entriesAt = (width: number, index: number) => read({ level: 'entries', index, width });
  for (let from = 0; from < size; ) {
    const to = Math.min(size, from + randomInt(1, Math.ceil(size / 3) + 1));
    const tree = new GrowingTree(
      sha256,
      from,
      partialTiles(from).map((tile) => ({ tile, data: read(tile) })),
    );
    const leaves = Array.from({ length: to - from }, (_, at) => leafAt(from + at));
    for (const leaf of leaves) tree.append(leafHash(sha256, leaf));
    const partial = entriesAt(from % 256, Math.floor(from / 256));
    for (const { tile, data } of [...tree.take(), ...appendEntries(from, partial, leaves)])
      files.set(tilePath(tile), data);
    expect(await rootFromTiles(sha256, read, to)).toEqual(tree.root());
    from = to;
  }
  for (const [path, data] of files) {
    mkdirSync(dirname(join(prefix, path)), { recursive: true });
    writeFileSync(join(prefix, path), data);
  }
  let checkpoint = await signCheckpoint(log, { size, root: await rootFromTiles(sha256, read, size) });
  for (const witness of witnesses) checkpoint += await cosign(witness, parseNote(checkpoint).text, TIME);
  writeFileSync(join(prefix, 'checkpoint'), checkpoint);
  return { prefix, read, checkpoint };
}

const vkeys = witnesses.map(({ key }) => formatVerifierKey(key));
const sizes = [1, 2, 255, 256, 257, 511, 65_536, 65_537, 70_000, randomInt(3, MAX_LEAVES), MAX_LEAVES];

describe('Go’s note and tlog', () => {
  it.each(sizes)('verify the log of %i leaves, and make the same proofs', { timeout: TIMEOUT_MS }, async (size) => {
    const { prefix, read, checkpoint } = await writeLog(size);
    const places = [0, size - 1, ...Array.from({ length: 20 }, () => randomInt(size))];
    const firsts = [size, ...Array.from({ length: 20 }, () => randomInt(1, size + 1))];
    const base64 = (hashes: readonly Uint8Array[]) => hashes.map(encodeBase64);
    const inclusion = await Promise.all(places.map((index) => inclusionFromTiles(sha256, read, index, size)));
    const request: LogRequest = {
      Prefix: prefix,
      Key: formatVerifierKey(log.key),
      Witnesses: vkeys,
      AllEntries: true,
      Inclusion: places.map((Index, at) => ({ Index, Hashes: base64(inclusion[at] ?? []) })),
      Consistency: await Promise.all(
        firsts.map(async (Size) => ({
          Size,
          Root: encodeBase64(await rootFromTiles(sha256, cutTo(read, Size, size), Size)),
          Hashes: base64(await consistencyFromTiles(sha256, read, Size, size)),
        })),
      ),
      Proofs: places.map((index, at) => {
        const extra = leafAt(index);
        const Text = formatProof({ extra, index, hashes: inclusion[at] ?? [], checkpoint });
        return { Text, Leaf: encodeBase64(extra) };
      }),
    };
    const reply = await go.verify(request);
    expect(reply).toMatchObject({ Size: size, Times: [TIME, TIME] });
    expect(reply.Inclusion).toEqual(request.Inclusion?.map(({ Hashes }) => Hashes));
    expect(reply.Consistency).toEqual(request.Consistency?.map(({ Hashes }) => Hashes));

    // The reverse: Go signs the same tree.
    const key = await parseVerifierKey(nodeVerifier, reply.Key);
    expect(formatVerifierKey(key)).toBe(reply.Key);
    const { checkpoint: gos } = await openCheckpoint(nodeVerifier, reply.Note, key);
    expect([gos.size, encodeBase64(gos.root)]).toEqual([size, reply.Root]);
  });

  it('find a leaf, a tile, a signature and a proof that were changed', async () => {
    const size = 1_000;
    const { prefix, read, checkpoint } = await writeLog(size);
    const asked = { Prefix: prefix, Key: formatVerifierKey(log.key), Witnesses: vkeys };
    const hashes = await inclusionFromTiles(sha256, read, 300, size);
    const Leaf = encodeBase64(leafAt(300));
    const textOf = (index: number) => formatProof({ extra: leafAt(300), index, hashes, checkpoint });
    await go.verify({ ...asked, AllEntries: true, Proofs: [{ Text: textOf(300), Leaf }] });
    await expect(go.verify({ ...asked, Proofs: [{ Text: textOf(301), Leaf }] })).rejects.toThrow('proof 0');
    const changed = (tile: Tile) => {
      const data = Uint8Array.from(read(tile));
      data[20] = (data[20] ?? 0) ^ 1;
      writeFileSync(join(prefix, tilePath(tile)), data);
      return () => writeFileSync(join(prefix, tilePath(tile)), read(tile));
    };
    const backToLeaf = changed({ level: 'entries', index: 1, width: 256 });
    await expect(go.verify({ ...asked, AllEntries: true })).rejects.toThrow('entries: they have another root');
    backToLeaf();
    const backToTile = changed({ level: 0, index: 1, width: 256 });
    await expect(go.verify({ ...asked, Inclusion: [{ Index: 300, Hashes: [] }] })).rejects.toThrow('tiles: ');
    backToTile();
    const wrongRoot = { Size: 300, Root: encodeBase64(sha256(leafAt(300))), Hashes: [] };
    await expect(go.verify({ ...asked, Consistency: [wrongRoot] })).rejects.toThrow('consistency with 300');
    writeFileSync(join(prefix, 'checkpoint'), checkpoint.replace('\n1000\n', '\n1001\n'));
    await expect(go.verify(asked)).rejects.toThrow('checkpoint: invalid signature');
  });
});

/** Reads the partial tiles of an older tree from those of a newer one. */
function cutTo(read: (tile: Tile) => Uint8Array, older: number, newer: number): (tile: Tile) => Uint8Array {
  return (tile) => {
    if (tile.width === 256 || older === newer) return read(tile);
    const now = Math.floor(newer / 256 ** Number(tile.level)) - tile.index * 256;
    return read({ ...tile, width: Math.min(256, now) }).subarray(0, tile.width * 32);
  };
}
