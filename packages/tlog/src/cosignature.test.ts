import { describe, expect, it } from 'vitest';
import { concat, encodeUtf8 } from './bytes.ts';
import { signCheckpoint } from './checkpoint.ts';
import { cosign, cosignaturesOf } from './cosignature.ts';
import { nodeVerifier, sha256 } from './node.ts';
import { COSIGNATURE, formatSignature, parseNote } from './note.ts';
import { signerFrom } from './testing/log.ts';

const log = await signerFrom(1, 'log.example');
const witness = await signerFrom(2, 'w1.example', COSIGNATURE);
const other = await signerFrom(3, 'w2.example', COSIGNATURE);
const checkpoint = await signCheckpoint(log, { size: 5, root: new Uint8Array(32).fill(5) });
const { text } = parseNote(checkpoint);
const NOW = 1_679_315_147;

describe('a cosignature', () => {
  it('signs the time and the text, as tlog-cosignature says', async () => {
    const messages: string[] = [];
    const sign = (message: Uint8Array) => {
      messages.push(new TextDecoder().decode(message));
      return witness.sign(message);
    };
    await cosign({ key: witness.key, sign }, text, NOW);
    expect(messages).toEqual([`cosignature/v1\ntime 1679315147\n${text}`]);
  });

  it('is verified with its time, among others that nobody asked for', async () => {
    const note = parseNote(checkpoint + (await cosign(other, text, NOW - 1)) + (await cosign(witness, text, NOW)));
    expect(await cosignaturesOf(nodeVerifier, note, [witness.key])).toEqual([{ witness: witness.key, time: NOW }]);
    expect(await cosignaturesOf(nodeVerifier, note, [])).toEqual([]);
  });

  it('counts once', async () => {
    const twice = checkpoint + (await cosign(witness, text, NOW)) + (await cosign(witness, text, NOW + 9));
    expect(await cosignaturesOf(nodeVerifier, parseNote(twice), [witness.key, witness.key])).toHaveLength(1);
  });

  it('of another checkpoint, of another time or of another length is refused', async () => {
    const { id, name } = witness.key;
    const [mine] = parseNote(checkpoint + (await cosign(witness, text, NOW))).signatures.slice(1);
    const signature = mine?.signature ?? new Uint8Array(0);
    const later = Uint8Array.from(signature);
    later[7] = (later[7] ?? 0) ^ 1;
    const farOff = Uint8Array.from(signature).fill(255, 0, 8);
    const lines = [
      await cosign(witness, text.replace('5\n', '6\n'), NOW),
      ...[
        later,
        farOff,
        signature.subarray(1),
        signature.subarray(8),
        signature.subarray(0, 4),
        Uint8Array.of(...signature, 0),
      ].map((changed) => formatSignature({ name, id, signature: changed })),
    ];
    for (const line of lines) {
      const attempt = cosignaturesOf(nodeVerifier, parseNote(checkpoint + line), [witness.key]);
      await expect(attempt).rejects.toMatchObject({ code: 'note.forged' });
    }
  });

  it.each([0n, 2n ** 53n])('at the time %i is refused, although the witness made it', async (time) => {
    const stamp = new Uint8Array(8);
    new DataView(stamp.buffer).setBigUint64(0, time);
    const signature = concat(stamp, await witness.sign(encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`)));
    const note = parseNote(checkpoint + formatSignature({ ...witness.key, signature }));
    await expect(cosignaturesOf(nodeVerifier, note, [witness.key])).rejects.toMatchObject({ code: 'note.forged' });
  });

  it('of ML-DSA-44, which is longer, is ignored beside one of Ed25519', async () => {
    const key = sha256(concat(encodeUtf8('w1.example\n'), Uint8Array.of(6), new Uint8Array(1_312)));
    const id = new DataView(key.buffer, key.byteOffset).getUint32(0);
    const line = formatSignature({ name: 'w1.example', id, signature: new Uint8Array(8 + 2_420).fill(1) });
    const note = parseNote(checkpoint + line + (await cosign(witness, text, NOW)));
    expect(await cosignaturesOf(nodeVerifier, note, [witness.key])).toEqual([{ witness: witness.key, time: NOW }]);
  });

  it('of a log’s key does not count', async () => {
    expect(await cosignaturesOf(nodeVerifier, parseNote(checkpoint), [log.key])).toEqual([]);
  });
});
