/** FIN, and the opcode of a binary message (RFC 6455 §5.2). */
const WHOLE_BINARY = 0x82;
/** Lengths up to this stand in the header's second octet; up to the next in two more, beyond it in eight. */
const SHORT = 125;
const MEDIUM = 0xffff;

/** A binary message as a server puts it on the wire: not masked, so the same octets for every socket (RFC 6455 §5.1). */
export const binaryFrame = (message: Uint8Array): Buffer => {
  const { length } = message;
  const headerLength = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = WHOLE_BINARY;
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
 * Makes frames, and gives the last one again while the message is the same object: what goes to ten thousand sockets is
 * framed once. A message must not change after it was given.
 */
export const createFramer = (): ((message: Uint8Array) => Buffer) => {
  let last: { message: Uint8Array; frame: Buffer } | undefined;
  return (message) => {
    if (last?.message !== message) last = { message, frame: binaryFrame(message) };
    return last.frame;
  };
};
