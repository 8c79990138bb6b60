import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A text in the middle of many responses, compressed once. */
export type Middle = { readonly plain: Buffer; readonly deflated: Buffer };

const GZIP_HEADER = gzipSync('').subarray(0, 10);

/** Deflates a part of a stream: a full flush closes it, and another part may follow (RFC 1951 §3.2.4). */
const deflatePart = (text: string | Buffer, level?: number): Buffer =>
  deflateRawSync(text, { level, finishFlush: constants.Z_FULL_FLUSH });

/** Compresses a text in the middle of many responses. */
export const compressMiddle = (text: string): Middle => {
  const plain = Buffer.from(text);
  return { plain, deflated: deflatePart(plain, 9) };
};

/** A text, the common middle and an end as one gzip stream (RFC 1952). Only the texts around the middle are compressed. */
export const gzipAround = (start: string, { plain, deflated }: Middle, end: string): Buffer => {
  const [first, last] = [Buffer.from(start), Buffer.from(end)];
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(last, crc32(plain, crc32(first))), 0);
  trailer.writeUInt32LE(first.length + plain.length + last.length, 4);
  return Buffer.concat([GZIP_HEADER, deflatePart(first), deflated, deflateRawSync(last), trailer]);
};

/** The middle changes with every published total. A higher quality saves 3 % of the octets and takes several times as long. */
const QUALITY = 5;

/** Compresses the beginning of many responses: a Brotli stream that `brotliWithEnd` finishes. */
export const brotliBeginning = (text: string): Buffer =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });

const UNCOMPRESSED = 1 << 19;
const LAST_AND_EMPTY = 3;

/**
 * Finishes a Brotli stream with a short end, at most 65,536 octets, in a meta-block that is not compressed, and the
 * empty last one (RFC 7932 §9.2). A compressed end would depend on the encoder's state.
 */
export const brotliWithEnd = (beginning: Buffer, end: string): Buffer => {
  const last = Buffer.from(end);
  const header = Buffer.alloc(3);
  header.writeUIntLE(UNCOMPRESSED | ((last.length - 1) << 3), 0, 3);
  return Buffer.concat([beginning, header, last, Buffer.from([LAST_AND_EMPTY])]);
};
