import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a person may take to answer with a passkey, milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

/** What a challenge is for. An answer for one purpose is refused for another. */
export type Purpose =
  | 'sign-in'
  | `invitation ${string}`
  | `passkey of ${string}`
  | `request key ${string}`
  | `voter ${string}`;

/** A challenge that was issued here and has not expired. `hash`, or its random `nonce`, identifies it among the spent ones. */
export type Challenge = { hash: Buffer; nonce: Buffer; expiresAt: Date };

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;

/** Signs a text with a key of this installation. */
export type Sign = (text: string) => Buffer;

const signatureOf = (sign: Sign, head: Buffer, purpose: Purpose): Buffer => sign(`${head.toString('hex')} ${purpose}`);

/**
 * Issues a challenge (WebAuthn Level 3, §13.4.3): 128 random bits, the time at which it expires, and a signature. It is
 * stored only when it is answered, so that requests of strangers fill no table.
 */
export const issueChallenge = (sign: Sign, purpose: Purpose, now: Date): string => {
  const head = Buffer.alloc(SIGNED_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUIntBE(now.getTime() + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([head, signatureOf(sign, head, purpose)]).toString('base64url');
};

/** Reads a challenge. @returns undefined if it was not issued here, or for another purpose, or has expired */
export const readChallenge = (sign: Sign, challenge: string, purpose: Purpose, now: Date): Challenge | undefined => {
  const bytes = Buffer.from(challenge, 'base64url');
  const [head, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
  if (head.length < SIGNED_BYTES) return undefined;
  const right = signatureOf(sign, head, purpose);
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) return undefined;
  const expiresAt = new Date(head.readUIntBE(RANDOM_BYTES, TIME_BYTES));
  if (expiresAt <= now) return undefined;
  return { hash: createHash('sha256').update(bytes).digest(), nonce: head.subarray(0, RANDOM_BYTES), expiresAt };
};
