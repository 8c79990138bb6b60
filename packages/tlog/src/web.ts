import type { Verifier } from './port.ts';

/** A copy for WebCrypto, which refuses shared memory. */
const own = (bytes: Uint8Array) => new Uint8Array(bytes);

/** Verification with WebCrypto: browsers with Ed25519 (Chrome 137, Firefox 129, Safari 17), and Node.js. */
export const webVerifier: Verifier = {
  sha256: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', own(data))),
  verifyEd25519: async (publicKey, message, signature) => {
    try {
      const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', key, own(signature), own(message));
    } catch {
      return false;
    }
  },
};
