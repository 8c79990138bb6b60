import { exchange } from '@laurel/support/raw-http';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
/** Frame types and flags (RFC 9113 §6). */
const [DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY] = [0x0, 0x1, 0x3, 0x4, 0x7];
const [END_STREAM, END_HEADERS] = [0x1, 0x4];
const FRAME_HEAD = 9;

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** A string of HPACK, without Huffman coding (RFC 7541 §5.2). */
const hpackText = (text: string): Buffer => {
  const octets = Buffer.from(text, 'latin1');
  const rest = octets.length - 0x7f;
  // Lengths from 127 on continue in groups of seven bits (§5.1); two of them are enough for every header here.
  const length = rest < 0 ? [octets.length] : rest < 0x80 ? [0x7f, rest] : [0x7f, (rest & 0x7f) | 0x80, rest >> 7];
  return Buffer.concat([Buffer.from(length), octets]);
};

/** A header without validation (RFC 7541 §6.2.2: literal, not indexed). */
const hpackHeader = ([name, value]: readonly [string, string]): Buffer =>
  Buffer.concat([Buffer.from([0]), hpackText(name), hpackText(value)]);

/** Whether the request was answered, or refused; undefined while neither is in the frames. */
const outcomeIn = (frames: Buffer): 'answered' | 'refused' | undefined => {
  for (let at = 0; at + FRAME_HEAD <= frames.length; at += FRAME_HEAD + frames.readUIntBE(at, 3)) {
    const type = frames.readUInt8(at + 3);
    if (type === HEADERS && frames.readUInt32BE(at + 5) === 1) return 'answered';
    if (type === RST_STREAM || type === GOAWAY) return 'refused';
  }
  return undefined;
};

/**
 * Sends one request over HTTP/2 without TLS, with unvalidated headers and body, and waits until it is answered or
 * refused.
 */
export const exchangeHttp2 = async (
  port: number,
  headers: readonly (readonly [string, string])[],
  body: string,
): Promise<{ answered: boolean }> => {
  const block = Buffer.concat(headers.map(hpackHeader));
  const octets = Buffer.concat([
    Buffer.from(PREFACE),
    frame(SETTINGS, 0, 0, Buffer.alloc(0)),
    frame(HEADERS, body === '' ? END_HEADERS | END_STREAM : END_HEADERS, 1, block),
    ...(body === '' ? [] : [frame(DATA, END_STREAM, 1, Buffer.from(body, 'latin1'))]),
  ]);
  const { text } = await exchange(port, octets, undefined, (socket) => {
    let frames = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      frames = Buffer.concat([frames, chunk]);
      if (outcomeIn(frames)) socket.destroy();
    });
  });
  return { answered: outcomeIn(Buffer.from(text, 'latin1')) === 'answered' };
};
