import { constants, deflateRawSync } from 'node:zlib';
import type { MessageKind } from '@laurel/stomp/source';

/** FIN, and the opcode of a text or a binary message (RFC 6455 §5.2). */
const FIRST_OCTET: Record<MessageKind, number> = { text: 0x81, binary: 0x82 };
/** A length up to SHORT fits into the header's second octet; up to MEDIUM it takes two more, above it eight. */
const SHORT = 125;
const MEDIUM = 0xffff;

/** A frame from a server, which is not masked: it is the same octets for every socket (RFC 6455 §5.1). */
const frame = (firstOctet: number, payload: readonly Uint8Array[]): Buffer => {
  const length = payload.reduce((sum, part) => sum + part.length, 0);
  const header = Buffer.allocUnsafe(length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10);
  header[0] = firstOctet;
  if (length <= SHORT) header[1] = length;
  else if (length <= MEDIUM) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, ...payload]);
};

/** Makes the WebSocket frame of a message. */
export type Framing = (message: Uint8Array, kind: MessageKind) => Buffer;

/** A message as one frame. A text must be valid UTF-8. */
export const plainFrame: Framing = (message, kind) => frame(FIRST_OCTET[kind], [message]);

/** RSV1: the message is compressed (RFC 7692 §7.2.1). */
const COMPRESSED = 0x40;
/** Shorter messages are not compressed. They have few octets, and only they are about one person. */
const COMPRESS_FROM = 256;
/** The number of octets that end a flushed part of a DEFLATE stream; a message leaves them out (RFC 7692 §7.2.1). */
const FLUSHED = 4;
const BLANK_LINE = Buffer.from('\n\n');

/** The header of a stored block: its octets follow as they are in a DEFLATE stream (RFC 1951 §3.2.4). */
const storedBlockHeader = ({ length }: Uint8Array): Buffer => {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(0xffff - length, 3);
  return header;
};

/**
 * Creates a framing for sockets that agreed on permessage-deflate. The headers of a STOMP message differ between
 * subscriptions, and its body does not: the headers are stored, and the body is compressed once for all of them.
 */
export const createCompressedFraming = (): Framing => {
  let lastBody: Uint8Array = new Uint8Array();
  let lastCompressed: Uint8Array = new Uint8Array();
  return (message, kind) => {
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
    const headLength = bytes.indexOf(BLANK_LINE) + BLANK_LINE.length;
    if (bytes.length < COMPRESS_FROM || headLength > MEDIUM) return plainFrame(message, kind);
    const head = bytes.subarray(0, headLength);
    const body = bytes.subarray(headLength);
    if (!body.equals(lastBody)) {
      lastBody = body;
      lastCompressed = deflateRawSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -FLUSHED);
    }
    return frame(FIRST_OCTET[kind] | COMPRESSED, [storedBlockHeader(head), head, lastCompressed]);
  };
};

/**
 * Creates a framer that reuses the frames of the last message object: a message to ten thousand sockets is framed once as
 * text and once as binary. Do not change a message after passing it.
 */
export const createFramer = (framing: Framing): Framing => {
  let last: Uint8Array | undefined;
  let frames: Partial<Record<MessageKind, Buffer>> = {};
  return (message, kind) => {
    if (last !== message) {
      last = message;
      frames = {};
    }
    const known = frames[kind] ?? framing(message, kind);
    frames[kind] = known;
    return known;
  };
};
