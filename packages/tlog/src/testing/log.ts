import { signCheckpoint } from '../checkpoint.ts';
import { cosign } from '../cosignature.ts';
import { leafHash, smallTree } from '../merkle.ts';
import { sha256, signerOf } from '../node.ts';
import { COSIGNATURE, parseNote } from '../note.ts';
import type { Signer } from '../port.ts';
import { formatProof } from '../proof.ts';

/** A signer whose seed is one octet, repeated. */
export const signerFrom = (octet: number, name: string, type?: number): Promise<Signer> =>
  signerOf(new Uint8Array(32).fill(octet), name, type);

/** A log of eleven leaves, with the cosignatures of two witnesses. */
export async function sampleLog() {
  const log = await signerFrom(1, 'log.example/2026');
  const witnesses = [await signerFrom(2, 'w1.example', COSIGNATURE), await signerFrom(3, 'w2.example', COSIGNATURE)];
  const leaves = Array.from({ length: 11 }, (_, at) => new TextEncoder().encode(`leaf ${at}`));
  const tree = smallTree(
    sha256,
    leaves.map((leaf) => leafHash(sha256, leaf)),
  );
  let checkpoint = await signCheckpoint(log, tree);
  for (const witness of witnesses) checkpoint += await cosign(witness, parseNote(checkpoint).text, 1_800_000_000);
  const proofs = leaves.map((extra, index) =>
    formatProof({ extra, index, hashes: tree.inclusionProof(index), checkpoint }),
  );
  return {
    log,
    witnesses,
    leaves,
    tree,
    checkpoint,
    proofs,
    trust: { log: log.key, witnesses: witnesses.map(({ key }) => key), quorum: 2 },
  };
}
