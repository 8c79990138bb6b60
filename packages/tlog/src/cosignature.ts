import { concat, encodeUtf8 } from './bytes.ts';
import type { Note } from './note.ts';
import { COSIGNATURE, formatSignature, signaturesOf } from './note.ts';
import type { Signer, Verifier, VerifierKey } from './port.ts';

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** A witness's statement that a checkpoint continues all that it saw of the log before. */
export interface Cosignature {
  readonly witness: VerifierKey;
  /** When it was made, in seconds since 1970. */
  readonly time: number;
}

function messageOf(checkpointText: string, time: number | bigint): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${time}\n${checkpointText}`);
}

const timeOf = (signature: Uint8Array): bigint =>
  new DataView(signature.buffer, signature.byteOffset, TIME_BYTES).getBigUint64(0);

/**
 * Cosigns a checkpoint (tlog-cosignature, Ed25519).
 * @param signer a key of type 4
 * @param checkpointText the note's text, without signatures
 * @param time now, in seconds since 1970
 * @returns the signature line, which is appended to the note
 */
export async function cosign(signer: Signer, checkpointText: string, time: number): Promise<string> {
  const stamp = new Uint8Array(TIME_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  const signature = concat(stamp, await signer.sign(messageOf(checkpointText, time)));
  return formatSignature({ name: signer.key.name, id: signer.key.id, signature });
}

/**
 * Verifies the cosignatures of the given witnesses, and returns the first of each. Ignores those of others.
 * @throws TlogError `note.forged` if one of them is wrong, or its time is 0, which states no time, or above 2^53 - 1 seconds
 */
export async function cosignaturesOf(
  verifier: Verifier,
  note: Note,
  witnesses: readonly VerifierKey[],
): Promise<Cosignature[]> {
  const keys = witnesses.filter(({ type }) => type === COSIGNATURE);
  const found = await signaturesOf(note, keys, ({ publicKey }, signature) => {
    if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
    const time = timeOf(signature);
    if (time === 0n || time > BigInt(Number.MAX_SAFE_INTEGER)) return false;
    return Promise.resolve(
      verifier.verifyEd25519(publicKey, messageOf(note.text, time), signature.subarray(TIME_BYTES)),
    );
  });
  return found.map(({ key, signature }) => ({ witness: key, time: Number(timeOf(signature)) }));
}
