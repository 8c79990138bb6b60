// Promises that votes will be in the public log (docs/public-log.md, "Promises").
import { HASH_BYTES } from '@laurel/tlog/bytes';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { TlogError } from '@laurel/tlog/errors';
import { leafHash, smallTree } from '@laurel/tlog/merkle';
import { makeVerifierKey } from '@laurel/tlog/note';
import type { Sha256, Signer, Verifier, VerifierKey } from '@laurel/tlog/port';
import { formatProof, parseProof, verifyProof } from '@laurel/tlog/proof';

/** The origin of a log's promises, which is also the name of the key that signs them. */
export const promisesOrigin = (logOrigin: string): string => `${logOrigin}/promises`;

/** The key that verifies a log's promises: the log's own key under the name of the promises. */
export const promisesKey = (verifier: Pick<Verifier, 'sha256'>, log: VerifierKey): Promise<VerifierKey> =>
  makeVerifierKey(verifier, promisesOrigin(log.name), log.publicKey, log.type);

/**
 * Promises that some leaves will be in the log: one signature for all. The leaves have the even places of the tree. The odd ones
 * have random hashes, so that a promise shows nothing of the other leaves.
 * @param signer the log's key under the name of the promises (`promisesOrigin`)
 * @param leaves the leaves of the votes that were committed together
 * @param randomBytes returns `count` random octets
 * @returns a tlog-proof for each leaf, in their order, with the leaf in its `extra` line
 */
export const makePromises = async (
  sha256: Sha256,
  signer: Signer,
  leaves: readonly Uint8Array[],
  randomBytes: (count: number) => Uint8Array,
): Promise<string[]> => {
  if (leaves.length === 0) return [];
  const tree = smallTree(
    sha256,
    leaves.flatMap((leaf) => [leafHash(sha256, leaf), randomBytes(HASH_BYTES)]),
  );
  const checkpoint = await signCheckpoint(signer, tree);
  return leaves.map((extra, at) =>
    formatProof({ extra, index: 2 * at, hashes: tree.inclusionProof(2 * at), checkpoint }),
  );
};

/**
 * Verifies a promise.
 * @param log the log's key, as it signs checkpoints
 * @returns the leaf that was promised
 * @throws TlogError as `verifyProof`; `proof.malformed` if the promise names no leaf
 */
export const openPromise = async (verifier: Verifier, text: string, log: VerifierKey): Promise<Uint8Array> => {
  const proof = parseProof(text);
  if (proof.extra === undefined) throw new TlogError('proof.malformed', 'The promise names no leaf.');
  await verifyProof(verifier, proof, proof.extra, { log: await promisesKey(verifier, log), witnesses: [], quorum: 0 });
  return proof.extra;
};
