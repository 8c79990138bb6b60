import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time, without revealing their lengths. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** HMAC-SHA-256 (RFC 2104) of a body, in hex. */
export const signBody = (secret: string | Buffer, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');
