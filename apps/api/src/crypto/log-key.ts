import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** The key that signs checkpoints of the public log and promises (docs/public-log.md). */
export type LogKey = {
  /** The Ed25519 public key, 32 octets. */
  readonly publicKey: Uint8Array;
  /** The Ed25519 signature of a message (RFC 8032), 64 octets. It takes about 50 µs. */
  sign(message: Uint8Array): Uint8Array;
};

/** The octets of a PKCS #8 private key before the 32 octets of its seed (RFC 8410 §7). */
const PKCS8_BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;

/**
 * Opens the key of the log.
 * @param seed 32 random octets, as in LOG_KEY
 * @throws RangeError for a seed of another length
 */
export const createLogKey = (seed: Uint8Array): LogKey => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`the seed of the log's key has ${seed.length} octets, not 32`);
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES)),
    sign: (message) => sign(null, message, privateKey),
  };
};
