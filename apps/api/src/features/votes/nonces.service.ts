import { randomFillSync } from 'node:crypto';

const NONCE_BYTES = 16;
/** The server's nonce and the browser's. */
const PAIR_BYTES = 2 * NONCE_BYTES;
/** How many pairs are made at once: a call of the system's random source is slow, even for a few octets. */
const AT_ONCE = 256;

/**
 * The nonces of a vote, which open its leaf in the public log.
 * @param browser the browser's nonce (16 octets in base64url), if it sent one
 * @returns 32 octets: a new random nonce of the server, then the browser's, or zeros
 */
export type Nonces = (browser: string | undefined) => Uint8Array;

/** The browser's nonce of a pair. */
export const browserNonceOf = (pair: Uint8Array): Uint8Array => pair.subarray(NONCE_BYTES);

/** Makes nonces from the system's random source. No octet is used twice. */
export const createNonces = (): Nonces => {
  let pool = Buffer.alloc(0);
  let at = 0;
  return (browser) => {
    if (at === pool.length) {
      pool = randomFillSync(Buffer.allocUnsafeSlow(AT_ONCE * PAIR_BYTES));
      at = 0;
    }
    const pair = pool.subarray(at, at + PAIR_BYTES);
    at += PAIR_BYTES;
    if (browser === undefined) pair.fill(0, NONCE_BYTES);
    else pair.write(browser, NONCE_BYTES, 'base64url');
    return pair;
  };
};
