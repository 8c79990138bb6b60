/** FIN, and the opcode of a text message (RFC 6455 §5.2): what browsers' STOMP clients send, and are answered in. */
const WHOLE_TEXT = 0x81;
const MASKED = 0x80;
/** A mask of noughts leaves the octets as they are (RFC 6455 §5.3), so that a client's frame can be made once. */
const NO_MASK = 4;

/** A client's message as it stands on the wire; at most 125 octets. */
export const clientFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error('the message is too long for a short frame');
  return Buffer.concat([Buffer.of(WHOLE_TEXT, MASKED | payload.length), Buffer.alloc(NO_MASK), payload]);
};

/** Where a server's frame that begins at `start` has its payload and its end; undefined while its header is not all there. */
const boundsOf = (bytes: Buffer, start: number): { from: number; to: number } | undefined => {
  const length = bytes[start + 1];
  if (length === undefined) return undefined;
  if (length < 126) return { from: start + 2, to: start + 2 + length };
  const wide = length === 126 ? 2 : 8;
  if (bytes.length < start + 2 + wide) return undefined;
  const from = start + 2 + wide;
  return { from, to: from + (wide === 2 ? bytes.readUInt16BE(start + 2) : Number(bytes.readBigUInt64BE(start + 2))) };
};

/** A client's answer to a goodbye, as every browser gives it (RFC 6455 §5.5.1). */
export const GOODBYE = Buffer.of(0x88, MASKED, 0, 0, 0, 0);
const CLOSE = 0x88;

/** Reads a server's frames off a stream and calls back with the payload of each message, and when it says goodbye. */
export const readFrames = (onPayload: (payload: Buffer) => void, onGoodbye: () => void): ((chunk: Buffer) => void) => {
  let held: Buffer | undefined;
  return (chunk) => {
    const bytes = held ? Buffer.concat([held, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const bounds = boundsOf(bytes, start);
      if (!bounds || bounds.to > bytes.length) break;
      if (bytes[start] === CLOSE) onGoodbye();
      else onPayload(bytes.subarray(bounds.from, bounds.to));
      start = bounds.to;
    }
    held = start < bytes.length ? bytes.subarray(start) : undefined;
  };
};
