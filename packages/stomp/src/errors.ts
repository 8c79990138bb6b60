import { encodeUtf8 } from './bytes.ts';
import type { Frame } from './frame.ts';
import { VERSIONS } from './frame.ts';

/**
 * The errors that end a connection, each with its WebSocket close code (RFC 6455, 7.4.1: 1002 protocol error, 1008
 * policy violation, 1009 message too big, 1011 internal error) and the short text of the ERROR frame's `message`
 * header.
 */
const PROBLEMS = {
  'frame.malformed': { close: 1002, message: 'Malformed frame' },
  'frame.unknown_command': { close: 1002, message: 'Unknown command' },
  'frame.too_large': { close: 1009, message: 'Frame too large' },
  'header.malformed': { close: 1002, message: 'Malformed header' },
  'header.encoding': { close: 1002, message: 'Header is not UTF-8' },
  'header.escape': { close: 1002, message: 'Undefined escape sequence' },
  'header.missing': { close: 1002, message: 'Required header missing' },
  'header.invalid': { close: 1002, message: 'Invalid header value' },
  'header.too_long': { close: 1009, message: 'Header line too long' },
  'header.too_many': { close: 1009, message: 'Too many headers' },
  'body.too_large': { close: 1009, message: 'Body too large' },
  'body.not_allowed': { close: 1002, message: 'Body not allowed' },
  'connect.expected': { close: 1002, message: 'Not connected' },
  'connect.repeated': { close: 1002, message: 'Already connected' },
  'connect.refused': { close: 1008, message: 'Connection refused' },
  'connect.timeout': { close: 1008, message: 'Connecting took too long' },
  'version.unsupported': { close: 1002, message: 'No common protocol version' },
  'subscription.exists': { close: 1008, message: 'Subscription already exists' },
  'subscription.unknown': { close: 1008, message: 'Unknown subscription' },
  'subscription.refused': { close: 1008, message: 'Subscription refused' },
  'subscription.limit': { close: 1008, message: 'Too many subscriptions' },
  'send.refused': { close: 1008, message: 'Message refused' },
  'ack.limit': { close: 1008, message: 'Too many unacknowledged messages' },
  'transaction.refused': { close: 1008, message: 'Transactions are not supported' },
  'transaction.exists': { close: 1008, message: 'Transaction already exists' },
  'transaction.unknown': { close: 1008, message: 'Unknown transaction' },
  'transaction.limit': { close: 1008, message: 'Transaction too large' },
  'operations.limit': { close: 1008, message: 'Too many frames in progress' },
  'rate.exceeded': { close: 1008, message: 'Too many frames' },
  'consumer.slow': { close: 1008, message: 'Consumer too slow' },
  'heartbeat.lost': { close: 1002, message: 'Heart-beat lost' },
  'server.error': { close: 1011, message: 'Server error' },
} as const satisfies Record<string, { close: number; message: string }>;

/** The code of an ERROR frame, which is also in the frame's `code` header and in the close reason. */
export type StompErrorCode = keyof typeof PROBLEMS;

/** A fatal error of one connection. `detail` becomes the ERROR frame's body: a sentence for the client's log. */
export class StompError extends Error {
  readonly code: StompErrorCode;
  readonly detail: string;

  constructor(code: StompErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'StompError';
    this.code = code;
    this.detail = detail;
  }

  /** The WebSocket close code that goes with the ERROR frame. */
  get closeCode(): number {
    return PROBLEMS[this.code].close;
  }
}

/**
 * Builds the ERROR frame (STOMP 1.2, "ERROR"). `receipt-id` names the frame that caused it, if that frame asked for a
 * receipt. A failed negotiation lists the supported versions (STOMP 1.2, "Protocol Negotiation").
 */
export function errorFrame(problem: StompError, receipt: string | undefined): Frame {
  const headers = new Map<string, string>();
  if (receipt !== undefined) headers.set('receipt-id', receipt);
  if (problem.code === 'version.unsupported') headers.set('version', VERSIONS.join(','));
  headers.set('message', PROBLEMS[problem.code].message);
  headers.set('code', problem.code);
  headers.set('content-type', 'text/plain');
  return { command: 'ERROR', headers, body: encodeUtf8(problem.detail) };
}
