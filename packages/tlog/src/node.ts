import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import { makeVerifierKey } from './note.ts';
import type { Sha256, Signer, Verifier } from './port.ts';

/** The prefixes of a private and a public Ed25519 key in DER (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/** The same octets as a plain array: `slice` of a Buffer makes no copy. */
const plain = ({ buffer, byteOffset, byteLength }: Buffer) => new Uint8Array(buffer, byteOffset, byteLength);

/** SHA-256 of Node.js. */
export const sha256: Sha256 = (data) => plain(hash('sha256', data, 'buffer'));

/** Verification with Node.js. */
export const nodeVerifier: Verifier = {
  sha256,
  verifyEd25519: (publicKey, message, signature) => {
    if (publicKey.length !== KEY_BYTES) return false;
    try {
      const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, publicKey]), format: 'der', type: 'spki' });
      return verify(null, message, key, signature);
    } catch {
      return false;
    }
  },
};

/**
 * A signer with a private key.
 * @param seed the 32 octets of an Ed25519 private key (RFC 8032)
 * @param type `ED25519` for a log, `COSIGNATURE` for a witness (note.ts)
 * @throws TlogError `key.malformed` for a name that no key can have; an Error for another length
 */
export async function signerOf(seed: Uint8Array, name: string, type?: number): Promise<Signer> {
  if (seed.length !== KEY_BYTES) throw new Error('An Ed25519 seed has 32 octets.');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length);
  return {
    key: await makeVerifierKey(nodeVerifier, name, plain(publicKey), type),
    sign: (message) => plain(sign(null, message, key)),
  };
}
