/** A value or a promise of it: Node.js hashes synchronously, WebCrypto asynchronously. */
export type Later<T> = T | Promise<T>;

/** SHA-256 of some octets. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

/** The cryptography that verification needs. The adapters are node.ts and web.ts. */
export interface Verifier {
  readonly sha256: (data: Uint8Array) => Later<Uint8Array>;
  /**
   * Whether the signature is valid (RFC 8032, Ed25519). Answers false for keys and signatures that can't be read.
   * @param publicKey 32 octets
   * @param signature 64 octets
   */
  readonly verifyEd25519: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Later<boolean>;
}

/** A public key with its name, as notes and policies name it (signed-note, "Verifier keys"). */
export interface VerifierKey {
  readonly name: string;
  /** The key id, 32 bits. */
  readonly id: number;
  /** The signature type: 1 for Ed25519 notes, 4 for cosignatures. */
  readonly type: number;
  readonly publicKey: Uint8Array;
}

/** A private key that signs as the verifier key says. */
export interface Signer {
  readonly key: VerifierKey;
  /** The Ed25519 signature of a message, 64 octets. */
  readonly sign: (message: Uint8Array) => Later<Uint8Array>;
}
