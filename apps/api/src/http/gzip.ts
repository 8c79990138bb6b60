import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** Text that many answers end with, compressed once. */
export type Ending = { readonly plain: Buffer; readonly deflated: Buffer };

const GZIP_HEADER = gzipSync('').subarray(0, 10);

/** Compresses what many answers end with. */
export const compressEnding = (text: string): Ending => {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 9 }) };
};

/**
 * A text of its own and the common ending behind it as one gzip stream (RFC 1952). The beginning is closed by a full
 * flush, at which one deflate stream may follow another (RFC 1951 §3.2.4), so only the beginning costs time.
 */
export const gzipWithEnding = (beginning: string, { plain, deflated }: Ending): Buffer => {
  const first = Buffer.from(beginning);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain, crc32(first)), 0);
  trailer.writeUInt32LE(first.length + plain.length, 4);
  const flushed = deflateRawSync(first, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([GZIP_HEADER, flushed, deflated, trailer]);
};
