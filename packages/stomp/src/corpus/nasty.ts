import type { StompErrorCode } from '../errors.ts';
import type { Version } from '../frame.ts';

/** Input after CONNECT, `^@` for the NULL octet, and the code it must end with; none where it must be survived. */
export interface NastyInput {
  readonly name: string;
  readonly version: Version | 'none';
  readonly input: string | Uint8Array;
  readonly code?: StompErrorCode;
}

const big = 100_000;

/** Inputs that have broken parsers and brokers: truncated, oversized, ambiguous, hostile. */
export const NASTY_INPUTS: readonly NastyInput[] = [
  {
    name: 'an HTTP request',
    version: 'none',
    input: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    code: 'frame.unknown_command',
  },
  { name: 'a TLS hello', version: 'none', input: Uint8Array.of(22, 3, 1, 2, 0, 1, 0, 1), code: 'frame.malformed' },
  { name: 'a lone NULL octet', version: 'none', input: '^@', code: 'frame.malformed' },
  {
    name: 'a byte order mark before CONNECT',
    version: 'none',
    input: '\ufeffCONNECT\n\n^@',
    code: 'frame.unknown_command',
  },
  { name: 'JSON', version: 'none', input: '{"command":"CONNECT"}', code: 'frame.unknown_command' },
  { name: 'a SockJS array', version: 'none', input: '["CONNECT\\n\\n\\u0000"]', code: 'frame.unknown_command' },
  { name: 'a command in lower case', version: 'none', input: 'connect\n\n^@', code: 'frame.unknown_command' },
  { name: 'a command with a space', version: '1.2', input: 'SEND \n\n^@', code: 'frame.unknown_command' },
  { name: 'a space before a command', version: '1.1', input: ' SEND\n\n^@', code: 'frame.unknown_command' },
  { name: 'a megabyte without a line end', version: '1.2', input: 'A'.repeat(big), code: 'frame.unknown_command' },
  { name: 'a header without an end', version: '1.2', input: `SEND\nx:${'y'.repeat(big)}`, code: 'header.too_long' },
  { name: 'headers without an end', version: '1.2', input: `SEND\n${'a:b\n'.repeat(big)}`, code: 'header.too_many' },
  { name: 'a body without an end', version: '1.2', input: `SEND\n\n${'x'.repeat(big)}`, code: 'body.too_large' },
  {
    name: 'a content-length beyond all numbers',
    version: '1.2',
    input: `SEND\ncontent-length:${'9'.repeat(400)}\n\n`,
    code: 'header.invalid',
  },
  {
    name: 'a content-length beyond the limit',
    version: '1.2',
    input: 'SEND\ncontent-length:999999999999999\n\n',
    code: 'body.too_large',
  },
  {
    name: 'a negative content-length',
    version: '1.2',
    input: 'SEND\ncontent-length:-5\n\nx^@',
    code: 'header.invalid',
  },
  {
    name: 'a content-length in other digits',
    version: '1.2',
    input: 'SEND\ncontent-length:٣\n\nabc^@',
    code: 'header.invalid',
  },
  {
    name: 'a content-length one short',
    version: '1.2',
    input: 'SEND\ndestination:/a\ncontent-length:2\n\nabc^@',
    code: 'frame.malformed',
  },
  {
    name: 'two content-lengths, the first one right',
    version: '1.2',
    input: 'SEND\ndestination:/a\ncontent-length:3\ncontent-length:1\n\nabc^@',
  },
  { name: 'a header named __proto__', version: '1.2', input: 'SEND\ndestination:/a\n__proto__:x\nconstructor:y\n\n^@' },
  {
    name: 'a subscription named __proto__',
    version: '1.2',
    input: 'SUBSCRIBE\nid:__proto__\ndestination:constructor\n\n^@UNSUBSCRIBE\nid:__proto__\n\n^@',
  },
  { name: 'a backslash at the end', version: '1.2', input: 'SEND\ndestination:/a\\\n\n^@', code: 'header.escape' },
  { name: 'an undefined escape', version: '1.1', input: 'SEND\ndestination:\\r\n\n^@', code: 'header.escape' },
  {
    name: 'an undefined escape in a name',
    version: '1.2',
    input: 'SEND\ndesti\\nation:/a\n\\x:y\n\n^@',
    code: 'header.escape',
  },
  {
    name: 'half a character',
    version: '1.2',
    input: Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xd0, 10),
    code: 'header.encoding',
  },
  {
    name: 'an overlong encoding',
    version: '1.2',
    input: Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xc0, 0x8a, 10),
    code: 'header.encoding',
  },
  {
    name: 'an encoded surrogate',
    version: '1.2',
    input: Uint8Array.of(83, 69, 78, 68, 10, 97, 58, 0xed, 0xa0, 0x80, 10),
    code: 'header.encoding',
  },
  {
    name: 'a NULL octet in a header',
    version: '1.2',
    input: 'SEND\ndestination:/a^@b\n\n^@',
    code: 'header.malformed',
  },
  { name: 'a header without a colon', version: '1.1', input: 'SEND\ndestination\n\n^@', code: 'header.malformed' },
  { name: 'a header of a colon alone', version: '1.0', input: 'SEND\n:\n\n^@', code: 'header.malformed' },
  { name: 'a body in BEGIN', version: '1.2', input: 'BEGIN\ntransaction:t\n\nx^@', code: 'body.not_allowed' },
  {
    name: 'a header forged through a receipt',
    version: '1.2',
    input: 'BEGIN\ntransaction:t\nreceipt:a\\nversion\\c9\n\n^@',
  },
  {
    name: 'a frame of the server',
    version: '1.2',
    input: 'CONNECTED\nversion:1.2\n\n^@',
    code: 'frame.unknown_command',
  },
  { name: 'an ERROR from the client', version: '1.2', input: 'ERROR\nmessage:x\n\n^@', code: 'frame.unknown_command' },
  {
    name: 'a subscription without a destination',
    version: '1.2',
    input: 'SUBSCRIBE\nid:1\n\n^@',
    code: 'header.missing',
  },
  { name: 'an empty destination', version: '1.2', input: 'SUBSCRIBE\nid:\ndestination:\n\n^@UNSUBSCRIBE\nid:\n\n^@' },
  { name: 'an ACK of nothing', version: '1.2', input: 'ACK\nid:@\n\n^@' },
  { name: 'an ACK of an ACK', version: '1.2', input: 'ACK\nid:1@1@1\n\n^@' },
  { name: 'a COMMIT of nothing', version: '1.0', input: 'COMMIT\ntransaction:\n\n^@', code: 'transaction.unknown' },
  { name: 'thousands of line ends', version: '1.2', input: `${'\r\n'.repeat(big)}BEGIN\ntransaction:t\n\n^@` },
  {
    name: 'carriage returns without line feeds',
    version: '1.2',
    input: '\r'.repeat(20),
    code: 'frame.unknown_command',
  },
  {
    name: 'a row of tiny frames',
    version: '1.2',
    input: 'BEGIN\ntransaction:t\n\n^@ABORT\ntransaction:t\n\n^@'.repeat(200),
    code: 'rate.exceeded',
  },
  { name: 'frames after DISCONNECT', version: '1.2', input: 'DISCONNECT\n\n^@garbage^@^@' },
];
