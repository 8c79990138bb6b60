import type { StompErrorCode } from '../errors.ts';
import type { Version } from '../frame.ts';

/** Input sent after CONNECT (`^@` is the NULL octet) and the ERROR code it must cause, if any. */
export interface NastyInput {
  readonly name: string;
  readonly version: Version | 'none';
  readonly input: string | Uint8Array;
  readonly code?: StompErrorCode;
}

const big = 100_000;

/** Name, version, input and code of inputs that have broken parsers and brokers: truncated, oversized, ambiguous, hostile. */
const INPUTS: readonly [NastyInput['name'], NastyInput['version'], NastyInput['input'], StompErrorCode?][] = [
  ['an HTTP request', 'none', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'frame.unknown_command'],
  ['a TLS hello', 'none', Uint8Array.of(22, 3, 1, 2, 0, 1, 0, 1), 'frame.malformed'],
  ['a lone NULL octet', 'none', '^@', 'frame.malformed'],
  ['a byte order mark before CONNECT', 'none', '\ufeffCONNECT\n\n^@', 'frame.unknown_command'],
  ['JSON', 'none', '{"command":"CONNECT"}', 'frame.unknown_command'],
  ['a SockJS array', 'none', '["CONNECT\\n\\n\\u0000"]', 'frame.unknown_command'],
  ['a command in lower case', 'none', 'connect\n\n^@', 'frame.unknown_command'],
  ['a command with a space', '1.2', 'SEND \n\n^@', 'frame.unknown_command'],
  ['a space before a command', '1.1', ' SEND\n\n^@', 'frame.unknown_command'],
  ['a command without an end', '1.2', 'A'.repeat(big), 'frame.unknown_command'],
  ['a header without an end', '1.2', `SEND\nx:${'y'.repeat(big)}`, 'header.too_long'],
  ['headers without an end', '1.2', `SEND\n${'a:b\n'.repeat(big)}`, 'header.too_many'],
  ['a body without an end', '1.2', `SEND\n\n${'x'.repeat(big)}`, 'body.too_large'],
  ['a content-length beyond all numbers', '1.2', `SEND\ncontent-length:${'9'.repeat(400)}\n\n`, 'header.invalid'],
  ['a content-length beyond the limit', '1.2', 'SEND\ncontent-length:999999999999999\n\n', 'body.too_large'],
  ['a negative content-length', '1.2', 'SEND\ncontent-length:-5\n\nx^@', 'header.invalid'],
  ['a content-length in other digits', '1.2', 'SEND\ncontent-length:٣\n\nabc^@', 'header.invalid'],
  ['a content-length one short', '1.2', 'SEND\ndestination:/a\ncontent-length:2\n\nabc^@', 'frame.malformed'],
  [
    'two content-lengths, the first one right',
    '1.2',
    'SEND\ndestination:/a\ncontent-length:3\ncontent-length:1\n\nabc^@',
  ],
  ['a header named __proto__', '1.2', 'SEND\ndestination:/a\n__proto__:x\nconstructor:y\n\n^@'],
  [
    'a subscription named __proto__',
    '1.2',
    'SUBSCRIBE\nid:__proto__\ndestination:constructor\n\n^@UNSUBSCRIBE\nid:__proto__\n\n^@',
  ],
  ['a backslash at the end', '1.2', 'SEND\ndestination:/a\\\n\n^@', 'header.escape'],
  ['an undefined escape', '1.1', 'SEND\ndestination:\\r\n\n^@', 'header.escape'],
  ['an undefined escape in a name', '1.2', 'SEND\ndesti\\nation:/a\n\\x:y\n\n^@', 'header.escape'],
  ['half a character', '1.2', Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xd0, 10), 'header.encoding'],
  ['an overlong encoding', '1.2', Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xc0, 0x8a, 10), 'header.encoding'],
  ['an encoded surrogate', '1.2', Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xed, 0xa0, 0x80, 10), 'header.encoding'],
  ['a NULL octet in a header', '1.2', 'SEND\ndestination:/a^@b\n\n^@', 'header.malformed'],
  ['a header without a colon', '1.1', 'SEND\ndestination\n\n^@', 'header.malformed'],
  ['a header of a colon alone', '1.0', 'SEND\n:\n\n^@', 'header.malformed'],
  ['a body in BEGIN', '1.2', 'BEGIN\ntransaction:t\n\nx^@', 'body.not_allowed'],
  ['a header forged through a receipt', '1.2', 'BEGIN\ntransaction:t\nreceipt:a\\nversion\\c9\n\n^@'],
  ['a frame of the server', '1.2', 'CONNECTED\nversion:1.2\n\n^@', 'frame.unknown_command'],
  ['an ERROR from the client', '1.2', 'ERROR\nmessage:x\n\n^@', 'frame.unknown_command'],
  ['a subscription without a destination', '1.2', 'SUBSCRIBE\nid:1\n\n^@', 'header.missing'],
  ['an empty destination', '1.2', 'SUBSCRIBE\nid:\ndestination:\n\n^@UNSUBSCRIBE\nid:\n\n^@'],
  ['an ACK of nothing', '1.2', 'ACK\nid:@\n\n^@'],
  ['an ACK of an ACK', '1.2', 'ACK\nid:1@1@1\n\n^@'],
  ['a COMMIT of nothing', '1.0', 'COMMIT\ntransaction:\n\n^@', 'transaction.unknown'],
  ['thousands of line ends', '1.2', `${'\r\n'.repeat(big)}BEGIN\ntransaction:t\n\n^@`],
  ['carriage returns without line feeds', '1.2', '\r'.repeat(20), 'frame.unknown_command'],
  ['a row of tiny frames', '1.2', 'BEGIN\ntransaction:t\n\n^@ABORT\ntransaction:t\n\n^@'.repeat(200), 'rate.exceeded'],
  ['frames after DISCONNECT', '1.2', 'DISCONNECT\n\n^@garbage^@^@'],
];

export const NASTY_INPUTS: readonly NastyInput[] = INPUTS.map(([name, version, input, code]) => ({
  name,
  version,
  input,
  ...(code === undefined ? {} : { code }),
}));
