import { createHash, randomBytes } from 'node:crypto';

/** The length of a handle that a client gets for something on the server. */
export const HANDLE_BYTES = 16;

/** A random handle in base64url. */
export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

/** Whether a text looks like a handle. Others need no look into the database. */
export const isHandle = (text: string): boolean => /^[\w-]{22}$/.test(text);

const PROCESS_MARK = randomBytes(6).toString('base64url');
let requests = 0;

/** An id of a request for the logs, unique among all processes. It is not secret. */
export const nextRequestId = (): string => {
  requests += 1;
  return `${PROCESS_MARK}-${requests.toString(36)}`;
};

/** The hash under which a handle or token is stored. One round of SHA-256 suffices for 128 random bits or more. */
export const hashHandle = (handle: string): Buffer<ArrayBuffer> => createHash('sha256').update(handle).digest();

/** Six digits out of random bytes (email and SMS codes). The first six bytes of a value are nearly equally likely for each. */
export const digitsOf = (bytes: Buffer): string => String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Random base32 characters (RFC 4648), five bits each. */
export const newBase32 = (length: number): string =>
  Array.from(randomBytes(length), (byte) => BASE32.charAt(byte & 31)).join('');
