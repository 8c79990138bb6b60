import { decodeBase64, decodeDecimal, decodeHash, encodeBase64 } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { Cosignature } from './cosignature.ts';
import { cosignaturesOf } from './cosignature.ts';
import { TlogError } from './errors.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import type { Verifier, VerifierKey } from './port.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^53 leaves has no longer proof. */
const MAX_HASHES = 53;
/** Longer proofs are refused before they are read. */
const MAX_PROOF_CHARS = 2_000_000;

/** A proof that a leaf is in a log (tlog-proof). */
export interface TlogProof {
  /** What the application adds, here usually the leaf. The log did not sign it. */
  readonly extra: Uint8Array | undefined;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The checkpoint as text, with its signatures. */
  readonly checkpoint: string;
}

/** A proof as text, as it stands in a `.tlog-proof` file. */
export function formatProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(encodeBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/**
 * Reads a proof without verifying it: `verifyProof` does that.
 * @throws TlogError `proof.malformed`
 */
export function parseProof(text: string): TlogProof {
  const malformed = (why: string) => new TlogError('proof.malformed', why);
  if (text.length > MAX_PROOF_CHARS) throw malformed('The proof is too long.');
  const end = text.indexOf('\n\n');
  if (end < 0) throw malformed('The proof has no checkpoint.');
  const [first, ...lines] = text.slice(0, end).split('\n');
  if (first !== FIRST_LINE) throw malformed(`The first line is not ${FIRST_LINE}.`);
  let extra: Uint8Array | undefined;
  if (lines[0]?.startsWith('extra ')) {
    extra = decodeBase64(lines[0].slice('extra '.length));
    if (extra === undefined) throw malformed('The extra data is not base64.');
    lines.shift();
  }
  const [indexLine = '', ...hashLines] = lines;
  const index = indexLine.startsWith('index ') ? decodeDecimal(indexLine.slice('index '.length)) : undefined;
  if (index === undefined) throw malformed('The index is missing.');
  if (hashLines.length > MAX_HASHES) throw malformed('The proof has too many hashes.');
  const hashes = hashLines.map((line) => {
    const hash = decodeHash(line);
    if (hash === undefined) throw malformed('A line of the proof is not a hash.');
    return hash;
  });
  return { extra, index, hashes, checkpoint: text.slice(end + 2) };
}

/** The keys that a verifier trusts: the log, and its witnesses with their quorum. */
export interface Trust {
  readonly log: VerifierKey;
  readonly witnesses: readonly VerifierKey[];
  /** How many of the witnesses must have cosigned. */
  readonly quorum: number;
}

/** What a proof proves: that the leaf is at this place of this tree. */
export interface ProvenLeaf {
  readonly index: number;
  readonly checkpoint: Checkpoint;
  readonly cosignatures: readonly Cosignature[];
}

/** Reads a checkpoint and verifies the log's signature and the cosignatures. @throws TlogError `note.*`, `checkpoint.*` */
export async function openCosigned(
  verifier: Verifier,
  text: string,
  { log, witnesses, quorum }: Trust,
): Promise<Omit<ProvenLeaf, 'index'>> {
  const { checkpoint, note } = await openCheckpoint(verifier, text, log);
  const cosignatures = await cosignaturesOf(verifier, note, witnesses);
  if (cosignatures.length < quorum) {
    throw new TlogError('checkpoint.quorum', `${cosignatures.length} witnesses cosigned, of ${quorum} that must.`);
  }
  return { checkpoint, cosignatures };
}

/**
 * Verifies a proof of a leaf, without a network (tlog-proof, "Verifying a tlog proof").
 * @param leaf the leaf itself, not its hash
 * @throws TlogError `proof.*`, `note.*`, `checkpoint.*`, `tree.range`
 */
export async function verifyProof(
  verifier: Verifier,
  proof: TlogProof,
  leaf: Uint8Array,
  trust: Trust,
): Promise<ProvenLeaf> {
  const opened = await openCosigned(verifier, proof.checkpoint, trust);
  const hash = await leafHash(verifier.sha256, leaf);
  await verifyInclusion(verifier, { index: proof.index, hash }, opened.checkpoint, proof.hashes);
  return { index: proof.index, ...opened };
}
