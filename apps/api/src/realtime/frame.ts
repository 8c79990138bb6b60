import type { MessageKind } from '@laurel/stomp/source';

/** FIN, and the opcode of a text or a binary message (RFC 6455 §5.2). */
const FIRST_OCTET: Record<MessageKind, number> = { text: 0x81, binary: 0x82 };
/** A length up to SHORT fits into the header's second octet; up to MEDIUM it takes two more, above it eight. */
const SHORT = 125;
const MEDIUM = 0xffff;

/**
 * Encodes a message as one WebSocket frame from a server. Such frames are not masked, so they are the same octets for every
 * socket (RFC 6455 §5.1). A text must be valid UTF-8.
 */
export const webSocketFrame = (message: Uint8Array, kind: MessageKind): Buffer => {
  const { length } = message;
  const headerLength = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FIRST_OCTET[kind];
  if (length <= SHORT) frame[1] = length;
  else if (length <= MEDIUM) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(message, headerLength);
  return frame;
};

/**
 * Creates a framer that reuses the frames of the last message object: a message to ten thousand sockets is framed once as
 * text and once as binary. Do not change a message after passing it.
 */
export const createFramer = (): ((message: Uint8Array, kind: MessageKind) => Buffer) => {
  let last: Uint8Array | undefined;
  let frames: Partial<Record<MessageKind, Buffer>> = {};
  return (message, kind) => {
    if (last !== message) {
      last = message;
      frames = {};
    }
    let frame = frames[kind];
    if (frame === undefined) {
      frame = webSocketFrame(message, kind);
      frames[kind] = frame;
    }
    return frame;
  };
};
