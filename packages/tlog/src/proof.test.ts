import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import { nodeVerifier } from './node.ts';
import { formatProof, parseProof, verifyProof } from './proof.ts';
import { codeOf, flip } from './testing/faults.ts';
import { sampleLog, signerFrom } from './testing/log.ts';
import { webVerifier } from './web.ts';

const { leaves, proofs, trust, checkpoint, tree } = await sampleLog();
const none = new Uint8Array(0);

/** The form of the example of tlog-proof, whose signatures are cut there. */
const FORM = `c2sp.org/tlog-proof@v1
extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

example.com/fancylog
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

`;

describe('a proof', () => {
  it('has the form of tlog-proof', () => {
    const proof = parseProof(FORM);
    expect(proof).toMatchObject({ index: 73_894 });
    expect(proof.extra && decodeUtf8(proof.extra)).toBe('age-v1.2.1-darwin-arm64.tar.gz');
    expect(proof.hashes).toHaveLength(2);
    expect(proof.checkpoint).toBe(FORM.slice(FORM.indexOf('example.com')));
    expect(formatProof(proof)).toBe(FORM);
    const bare = FORM.replace(/extra .*\n/, '');
    expect(parseProof(bare).extra).toBeUndefined();
    expect(formatProof(parseProof(bare))).toBe(bare);
  });

  it.each([
    ['Node.js', nodeVerifier],
    ['WebCrypto', webVerifier],
  ])('of each leaf is verified with %s, and is none of another leaf', async (_, verifier) => {
    for (const [at, text] of proofs.entries()) {
      const proof = parseProof(text);
      const proven = await verifyProof(verifier, proof, leaves[at] ?? none, trust);
      expect(proven).toMatchObject({ index: at, checkpoint: { size: 11, origin: 'log.example/2026' } });
      expect(proven.cosignatures.map(({ witness }) => witness.name)).toEqual(['w1.example', 'w2.example']);
      const attempt = verifyProof(verifier, proof, leaves[(at + 1) % 11] ?? none, trust);
      await expect(attempt).rejects.toMatchObject({ code: 'proof.wrong' });
    }
  });

  it('needs the quorum, and the log’s own key', async () => {
    const proof = parseProof(proofs[3] ?? '');
    const leaf = leaves[3] ?? none;
    const more = { ...trust, quorum: 3 };
    expect(await codeOf(() => verifyProof(nodeVerifier, proof, leaf, more))).toBe('checkpoint.quorum');
    const other = { ...trust, log: (await signerFrom(9, trust.log.name)).key };
    expect(await codeOf(() => verifyProof(nodeVerifier, proof, leaf, other))).toBe('note.unsigned');
  });

  it('fails when any bit of it is flipped', async () => {
    const octets = encodeUtf8(proofs[6] ?? '');
    const leaf = leaves[6] ?? none;
    let verified = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(octets.length * 8 - 1), async (bit) => {
        const text = decodeUtf8(flip(octets, bit));
        if (text === undefined) return;
        const proof = await Promise.resolve(text)
          .then(parseProof)
          .catch(() => undefined);
        // The leaf comes from the voter; the extra line is not authenticated, and a verifier compares it with the leaf.
        if (proof?.extra === undefined) return;
        if (decodeUtf8(proof.extra) !== decodeUtf8(leaf)) return;
        verified += 1;
        expect(await codeOf(() => verifyProof(nodeVerifier, proof, leaf, trust))).toBeTypeOf('string');
      }),
      { numRuns: 2_000 },
    );
    expect(verified).toBeGreaterThan(100);
  });

  const hash = 'B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=';
  it.each([
    ['another version', FORM.replace('@v1', '@v2')],
    ['extra that is no base64', FORM.replace(/extra .*/, 'extra ?')],
    ['extra of two lines', FORM.replace(/(extra .*\n)/, '$1$1')],
    ['no index', FORM.replace(/index .*\n/, '')],
    ['an index with a zero before it', FORM.replace('73894', '073894')],
    ['a negative index', FORM.replace('73894', '-1')],
    ['an index above 2^53 - 1', FORM.replace('73894', '9007199254740993')],
    ['a hash that is too short', FORM.replace(hash, 'B95lDa8=')],
    ['a hash of another spelling', FORM.replace(hash, hash.replace('A=', 'B='))],
    ['54 hashes', FORM.replace(`${hash}\n`, `${hash}\n`.repeat(53))],
    ['carriage returns', FORM.replaceAll('\n', '\r\n')],
    ['no checkpoint', FORM.slice(0, FORM.indexOf('\n\n'))],
    ['too many characters', FORM + 'x'.repeat(2_000_000)],
  ])('with %s is refused', async (_, text) => {
    expect(await codeOf(() => parseProof(text))).toBe('proof.malformed');
  });

  it('for a place outside of the tree is refused', async () => {
    const text = formatProof({ extra: undefined, index: 11, hashes: tree.inclusionProof(10), checkpoint });
    expect(await codeOf(() => verifyProof(nodeVerifier, parseProof(text), leaves[10] ?? none, trust))).toBe(
      'tree.range',
    );
  });
});
