import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { cosignaturesOf } from './cosignature.ts';
import { nodeVerifier } from './node.ts';
import { formatNote, formatVerifierKey, parseNote, parseVerifierKey } from './note.ts';
import { formatPolicy, parsePolicy } from './policy.ts';
import { formatProof, parseProof, verifyProof } from './proof.ts';
import { codeOf, textsNear } from './testing/faults.ts';
import { sampleLog } from './testing/log.ts';
import { decodeEntries, encodeEntries, parseTilePath, tilePath } from './tiles.ts';

const { log, witnesses, leaves, checkpoint, proofs, trust } = await sampleLog();
const keys = [log, ...witnesses].map(({ key }) => formatVerifierKey(key));
const leaf = leaves[3] ?? new Uint8Array(0);
const runs = { numRuns: 1_500 };

/** Sends texts near valid ones to a parser, which may throw only TlogErrors of some codes. */
async function fuzz(valid: readonly string[], codes: RegExp, parse: (text: string) => unknown): Promise<void> {
  for (const text of valid) expect(await codeOf(() => parse(text))).toBeUndefined();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(textsNear(valid), async (text) => {
      const code = await codeOf(() => parse(text));
      if (code === undefined) return;
      expect(code).toMatch(codes);
      refused += 1;
    }),
    runs,
  );
  expect(refused).toBeGreaterThan(runs.numRuns / 2);
}

describe('arbitrary input', () => {
  it('is a note, or refused; a note is written as it was read', async () => {
    await fuzz([checkpoint], /^note\.malformed$/, (text) => expect(formatNote(parseNote(text))).toBe(text));
  });

  it('is a verifier key, or refused; a key is written as it was read', async () => {
    await fuzz(keys, /^key\.malformed$/, async (text) => {
      expect(formatVerifierKey(await parseVerifierKey(nodeVerifier, text))).toBe(text);
    });
  });

  it('is a checkpoint, or refused', async () => {
    await fuzz([parseNote(checkpoint).text], /^checkpoint\.malformed$/, parseCheckpoint);
    await fuzz([checkpoint], /^(note|checkpoint)\./, (text) => openCheckpoint(nodeVerifier, text, log.key));
    await fuzz([checkpoint], /^note\./, (text) => cosignaturesOf(nodeVerifier, parseNote(text), trust.witnesses));
  });

  it('is a proof, or refused; a proof is written as it was read', async () => {
    await fuzz(proofs, /^proof\.malformed$/, (text) => expect(formatProof(parseProof(text))).toBe(text));
    await fuzz(proofs.slice(3, 4), /^(proof|note|checkpoint|tree)\./, (text) =>
      verifyProof(nodeVerifier, parseProof(text), leaf, trust),
    );
  });

  it('is a policy, or refused', async () => {
    await fuzz([formatPolicy(trust)], /^policy\.malformed$/, (text) => parsePolicy(nodeVerifier, text));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (octets) => {
        const policy = Uint8Array.from([...encodeUtf8('quorum none\n#'), ...octets]);
        expect(await codeOf(() => parsePolicy(nodeVerifier, policy))).toSatisfy(
          (code) => code === undefined || code === 'policy.malformed',
        );
      }),
      runs,
    );
  });

  it('is a tile’s path only if it is written so', () => {
    fc.assert(
      fc.property(textsNear(['tile/0/000', 'tile/63/x001/x234/067.p/255', 'tile/entries/x012/345.p/1']), (text) => {
        const tile = parseTilePath(text);
        if (tile !== undefined) expect(tilePath(tile)).toBe(text);
      }),
      runs,
    );
    const tiles = fc.record({
      level: fc.oneof(fc.constant('entries' as const), fc.nat(63)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      }),
      runs,
    );
  });

  it('is a tile of entries, or refused; entries are written as they were read', async () => {
    const near = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 9 }).map(encodeEntries),
    );
    await fc.assert(
      fc.asyncProperty(near, fc.nat(10), async (data, width) => {
        const code = await codeOf(() => expect(encodeEntries(decodeEntries(data, width))).toEqual(data));
        expect([undefined, 'tile.malformed']).toContain(code);
      }),
      runs,
    );
  });
});
