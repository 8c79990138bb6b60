/** FIN, and the opcode of a text message (RFC 6455 §5.2): as browsers' STOMP clients send and receive. */
const WHOLE_TEXT = 0x81;
const MASKED = 0x80;
/** The octets of a mask: zeros, which change nothing (RFC 6455 §5.3), so that a client's frame is built once. */
const MASK_BYTES = 4;

/** The frame of a client's message of at most 125 octets. */
export const clientFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error('the message is too long for a short frame');
  return Buffer.concat([Buffer.of(WHOLE_TEXT, MASKED | payload.length), Buffer.alloc(MASK_BYTES), payload]);
};

/** The payload's position and the end of a server's frame at `start`; undefined if its header is incomplete. */
const boundsOf = (bytes: Buffer, start: number): { from: number; to: number } | undefined => {
  const length = bytes[start + 1];
  if (length === undefined) return undefined;
  if (length < 126) return { from: start + 2, to: start + 2 + length };
  const wide = length === 126 ? 2 : 8;
  if (bytes.length < start + 2 + wide) return undefined;
  const from = start + 2 + wide;
  return { from, to: from + (wide === 2 ? bytes.readUInt16BE(start + 2) : Number(bytes.readBigUInt64BE(start + 2))) };
};

/** A client's Close frame in response to the server's (RFC 6455 §5.5.1). */
export const GOODBYE = Buffer.of(0x88, MASKED, 0, 0, 0, 0);
const CLOSE = 0x88;

/** Reads a server's frames from a stream; calls back with the payload of each message, and at a Close frame. */
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
