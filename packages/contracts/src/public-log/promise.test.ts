import { randomBytes } from 'node:crypto';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { TlogError } from '@laurel/tlog/errors';
import { leafHash } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256, signerOf } from '@laurel/tlog/node';
import { describe, expect, it } from 'vitest';
import { NO_NONCE, voteLeaf } from './leaves.ts';
import { makePromises, openPromise, promisesKey, promisesOrigin } from './promise.ts';

const ORIGIN = 'awards.example/log/2026';
const SEED = new Uint8Array(32).fill(1);
const log = await signerOf(SEED, ORIGIN);
const signer = await signerOf(SEED, promisesOrigin(ORIGIN));
const leaves = [1, 2, 3, 4, 5].map((nonce) =>
  voteLeaf(sha256, 2026, {
    serverNonce: new Uint8Array(16).fill(nonce),
    browserNonce: NO_NONCE,
    category: 'best-partner/crypto',
    nominee: 'orbit-crew',
  }),
);

describe('a promise', () => {
  it('names the leaf of each vote of a batch', async () => {
    const promises = await makePromises(sha256, signer, leaves, randomBytes);
    expect(await Promise.all(promises.map((text) => openPromise(nodeVerifier, text, log.key)))).toEqual(leaves);
    expect(new Set(promises.map((text) => text.split('\n\n')[1])).size).toBe(1);
  });

  it('shows nothing of the other leaves: none of its hashes follows from leaves', async () => {
    const promises = await makePromises(sha256, signer, leaves, randomBytes);
    const known = leaves.map((leaf) => encodeBase64(leafHash(sha256, leaf)));
    const shown = promises.map((text) => text.split('\n'));
    expect(shown.flat().filter((line) => known.includes(line))).toEqual([]);
    expect(shown.map((lines) => lines[2])).toEqual(['index 0', 'index 2', 'index 4', 'index 6', 'index 8']);
    // The same leaves have other hashes each time.
    const again = await makePromises(sha256, signer, leaves, randomBytes);
    const hashes = again.flatMap((text) => text.split('\n').slice(3, text.split('\n').indexOf('')));
    expect(hashes.filter((line) => shown.flat().includes(line))).toEqual([]);
  });

  it('is signed with the log’s key under the name of the promises', async () => {
    expect(await promisesKey(nodeVerifier, log.key)).toEqual(signer.key);
    const [asCheckpoint = ''] = await makePromises(sha256, log, leaves, randomBytes);
    await expect(openPromise(nodeVerifier, asCheckpoint, log.key)).rejects.toMatchObject({ code: 'note.unsigned' });
  });

  it('that is changed in any place is refused', async () => {
    const [text = ''] = await makePromises(sha256, signer, leaves, randomBytes);
    for (let at = 0; at < text.length; at += 1) {
      const changed = text.slice(0, at) + (text[at] === 'B' ? 'C' : 'B') + text.slice(at + 1);
      await expect(openPromise(nodeVerifier, changed, log.key), `octet ${at}`).rejects.toBeInstanceOf(TlogError);
    }
  });

  it('without its leaf, or of another log, is refused', async () => {
    const [text = ''] = await makePromises(sha256, signer, leaves, randomBytes);
    const bare = openPromise(nodeVerifier, text.replace(/extra .*\n/, ''), log.key);
    await expect(bare).rejects.toMatchObject({ code: 'proof.malformed' });
    const other = await signerOf(SEED, 'awards.example/log/2027');
    await expect(openPromise(nodeVerifier, text, other.key)).rejects.toMatchObject({ code: 'note.unsigned' });
  });

  it('is not made for an empty batch', async () => {
    expect(await makePromises(sha256, signer, [], randomBytes)).toEqual([]);
  });
});
