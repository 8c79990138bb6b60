import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A text at the end of many responses, compressed once. */
export type Ending = { readonly plain: Buffer; readonly deflated: Buffer };

const GZIP_HEADER = gzipSync('').subarray(0, 10);

/** Compresses a text at the end of many responses. */
export const compressEnding = (text: string): Ending => {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 9 }) };
};

/**
 * A text and the common ending as one gzip stream (RFC 1952). A full flush closes the beginning, and another deflate stream
 * may follow it (RFC 1951 §3.2.4), so only the beginning is compressed.
 */
export const gzipWithEnding = (beginning: string, { plain, deflated }: Ending): Buffer => {
  const first = Buffer.from(beginning);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain, crc32(first)), 0);
  trailer.writeUInt32LE(first.length + plain.length, 4);
  const flushed = deflateRawSync(first, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([GZIP_HEADER, flushed, deflated, trailer]);
};
