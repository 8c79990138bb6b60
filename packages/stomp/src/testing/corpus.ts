import type { StompErrorCode } from '../errors.ts';
import type { Version } from '../frame.ts';

const big = 100_000;
const begin = 'BEGIN\ntransaction:t\n\n^@';
const subscribe = 'SUBSCRIBE\nid:1\ndestination:/a\n\n^@';
const connect = 'CONNECT\naccept-version:1.2\nhost:a\n\n^@';
/** SEND with the beginning of a header, before octets that are not UTF-8. */
const header = [83, 69, 78, 68, 10, 97, 58];

/** Name, version (`none` before CONNECT), input (`^@` is the NULL octet) and the ERROR code that it must cause, if any. */
const INPUTS: readonly [name: string, Version | 'none', input: string | Uint8Array, StompErrorCode?][] = [
  // Before CONNECT.
  ['an HTTP request', 'none', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'frame.unknown_command'],
  ['a TLS hello', 'none', Uint8Array.of(22, 3, 1, 2, 0, 1, 0, 1), 'frame.malformed'],
  ['a lone NULL octet', 'none', '^@', 'frame.malformed'],
  ['a byte order mark before CONNECT', 'none', '\ufeffCONNECT\n\n^@', 'frame.unknown_command'],
  ['JSON', 'none', '{"command":"CONNECT"}', 'frame.unknown_command'],
  ['a SockJS array', 'none', '["CONNECT\\n\\n\\u0000"]', 'frame.unknown_command'],
  ['a command in lower case', 'none', 'connect\n\n^@', 'frame.unknown_command'],
  ['a frame before CONNECT', 'none', 'SEND\ndestination:/app/a\n\n^@', 'connect.expected'],
  ['a body in CONNECT', 'none', 'CONNECT\naccept-version:1.1\n\nx^@', 'body.not_allowed'],
  ['a second CONNECT', '1.2', connect, 'connect.repeated'],
  // Commands and line ends.
  ['a command with a space', '1.2', 'SEND \n\n^@', 'frame.unknown_command'],
  ['a space before a command', '1.1', ' SEND\n\n^@', 'frame.unknown_command'],
  ['a carriage return after a command of 1.1', '1.1', 'SEND\r\n\n^@', 'frame.unknown_command'],
  ['a carriage return between frames of 1.1', '1.1', '\r\n', 'frame.unknown_command'],
  ['a carriage return too many', '1.2', '\r\r\n', 'header.malformed'],
  ['a carriage return among blanks', 'none', ' \r \n', 'header.malformed'],
  ['carriage returns without line feeds', '1.2', '\r'.repeat(20), 'frame.unknown_command'],
  ['a blank between frames', '1.2', ' \n', 'frame.unknown_command'],
  ['blanks without an end', '1.0', ' '.repeat(17), 'frame.unknown_command'],
  ['blanks without an end before CONNECT', 'none', ' '.repeat(17), 'frame.unknown_command'],
  ['thousands of line ends', '1.2', `${'\r\n'.repeat(big)}${begin}`],
  ['a command without an end', '1.2', 'A'.repeat(big), 'frame.unknown_command'],
  ['a frame of the server', '1.2', 'CONNECTED\nversion:1.2\n\n^@', 'frame.unknown_command'],
  ['an ERROR from the client', '1.2', 'ERROR\nmessage:x\n\n^@', 'frame.unknown_command'],
  ['a NACK in 1.0', '1.0', 'NACK\nmessage-id:1\n\n^@', 'frame.unknown_command'],
  ['frames after DISCONNECT', '1.2', 'DISCONNECT\n\n^@garbage^@^@'],
  // Headers.
  ['a header without an end', '1.2', `SEND\nx:${'y'.repeat(big)}`, 'header.too_long'],
  ['headers without an end', '1.2', `SEND\n${'a:b\n'.repeat(big)}`, 'header.too_many'],
  ['a header named __proto__', '1.2', 'SEND\ndestination:/a\n__proto__:x\nconstructor:y\n\n^@'],
  ['a backslash at the end', '1.2', 'SEND\ndestination:/a\\\n\n^@', 'header.escape'],
  ['an undefined escape', '1.1', 'SEND\ndestination:\\r\n\n^@', 'header.escape'],
  ['an undefined escape in a name', '1.2', 'SEND\ndesti\\nation:/a\n\\x:y\n\n^@', 'header.escape'],
  ['half a character', '1.2', Uint8Array.of(...header, 0xd0, 10), 'header.encoding'],
  ['an overlong encoding', '1.2', Uint8Array.of(...header, 0xc0, 0x8a, 10), 'header.encoding'],
  ['an encoded surrogate', '1.2', Uint8Array.of(...header, 0xed, 0xa0, 0x80, 10), 'header.encoding'],
  ['a NULL octet in a header', '1.2', 'SEND\ndestination:/a^@b\n\n^@', 'header.malformed'],
  ['a carriage return in a header', '1.2', 'SEND\ndestination:/\ra\n\n^@', 'header.malformed'],
  ['a header without a colon', '1.1', 'SEND\ndestination\n\n^@', 'header.malformed'],
  ['a header of a colon alone', '1.0', 'SEND\n:\n\n^@', 'header.malformed'],
  ['a header forged through a receipt', '1.2', 'BEGIN\ntransaction:t\nreceipt:a\\nversion\\c9\n\n^@'],
  // Bodies.
  ['a body without an end', '1.2', `SEND\n\n${'x'.repeat(big)}`, 'body.too_large'],
  ['a content-length beyond all numbers', '1.2', `SEND\ncontent-length:${'9'.repeat(400)}\n\n`, 'header.invalid'],
  ['a content-length beyond the limit', '1.2', 'SEND\ncontent-length:999999999999999\n\n', 'body.too_large'],
  ['a negative content-length', '1.2', 'SEND\ncontent-length:-5\n\nx^@', 'header.invalid'],
  ['a content-length with a fraction', '1.2', 'SEND\ncontent-length:1.0\n\nx^@', 'header.invalid'],
  ['a content-length with a blank', '1.2', 'SEND\ncontent-length: 1\n\nx^@', 'header.invalid'],
  ['a content-length without digits', '1.2', 'SEND\ncontent-length:\n\n^@', 'header.invalid'],
  ['a content-length in other digits', '1.2', 'SEND\ncontent-length:٣\n\nabc^@', 'header.invalid'],
  ['a content-length one short', '1.2', 'SEND\ndestination:/a\ncontent-length:2\n\nabc^@', 'frame.malformed'],
  ['two content-lengths', '1.2', 'SEND\ndestination:/a\ncontent-length:3\ncontent-length:1\n\nabc^@'],
  ['a body in BEGIN', '1.2', 'BEGIN\ntransaction:t\n\nx^@', 'body.not_allowed'],
  // Subscriptions.
  ['a subscription without an id', '1.2', 'SUBSCRIBE\ndestination:/a\n\n^@', 'header.missing'],
  ['a subscription without a destination', '1.2', 'SUBSCRIBE\nid:1\n\n^@', 'header.missing'],
  ['an empty destination', '1.2', 'SUBSCRIBE\nid:\ndestination:\n\n^@UNSUBSCRIBE\nid:\n\n^@'],
  ['a subscription named __proto__', '1.2', 'SUBSCRIBE\nid:__proto__\ndestination:constructor\n\n^@'],
  ['an unknown ack mode', '1.2', 'SUBSCRIBE\nid:1\ndestination:/a\nack:some\n\n^@', 'header.invalid'],
  ['an ack mode of 1.1 in 1.0', '1.0', 'SUBSCRIBE\ndestination:/a\nack:client-individual\n\n^@', 'header.invalid'],
  ['the same subscription twice', '1.2', subscribe.repeat(2), 'subscription.exists'],
  ['UNSUBSCRIBE of nothing', '1.2', 'UNSUBSCRIBE\nid:1\n\n^@', 'subscription.unknown'],
  ['UNSUBSCRIBE by destination', '1.2', `${subscribe}UNSUBSCRIBE\ndestination:/a\n\n^@`, 'header.missing'],
  ['UNSUBSCRIBE without a header in 1.0', '1.0', `${subscribe}UNSUBSCRIBE\n\n^@`, 'header.missing'],
  // Acknowledgements and transactions.
  ['an ACK of nothing', '1.2', 'ACK\nid:@\n\n^@'],
  ['an ACK of an ACK', '1.2', 'ACK\nid:1@1@1\n\n^@'],
  ['an ACK of 1.1 in 1.2', '1.2', 'ACK\nmessage-id:1\nsubscription:1\n\n^@', 'header.missing'],
  ['an ACK of 1.0 in 1.1', '1.1', 'ACK\nmessage-id:1\n\n^@', 'header.missing'],
  ['an ACK without a message-id in 1.1', '1.1', 'ACK\nsubscription:1\n\n^@', 'header.missing'],
  ['an ACK without a message-id in 1.0', '1.0', 'ACK\n\n^@', 'header.missing'],
  ['BEGIN without a transaction', '1.2', 'BEGIN\n\n^@', 'header.missing'],
  ['COMMIT without a transaction', '1.2', 'COMMIT\n\n^@', 'header.missing'],
  ['the same transaction twice', '1.2', begin.repeat(2), 'transaction.exists'],
  ['SEND in an unknown transaction', '1.2', 'SEND\ndestination:/a\ntransaction:t\n\n^@', 'transaction.unknown'],
  ['ABORT of nothing', '1.2', 'ABORT\ntransaction:t\n\n^@', 'transaction.unknown'],
  ['a COMMIT of nothing', '1.0', 'COMMIT\ntransaction:\n\n^@', 'transaction.unknown'],
  ['a row of tiny frames', '1.2', `${begin}ABORT\ntransaction:t\n\n^@`.repeat(200), 'rate.exceeded'],
];

/** Inputs that have broken parsers and brokers: truncated, oversized, ambiguous, hostile, or not allowed by STOMP. */
export const NASTY_INPUTS = INPUTS.map(([name, version, input, code]) => ({ name, version, input, code }));
