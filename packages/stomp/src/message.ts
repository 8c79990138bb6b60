import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import type { Version } from './frame.ts';
import { headerLine } from './headers.ts';
import type { AckMode, OutgoingMessage } from './hooks.ts';
import { joinFrame } from './serializer.ts';

/** The properties of a subscription that its frames depend on. */
export interface SubscriptionTerms {
  readonly version: Version;
  /** Optional only in 1.0. */
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
}

/** Headers that the broker writes, and headers that only a SEND has. */
const RESERVED: ReadonlySet<string> = new Set([
  'destination',
  'message-id',
  'subscription',
  'ack',
  'content-type',
  'content-length',
  'receipt',
  'transaction',
]);

/** The `ack` header of a 1.2 MESSAGE, which an ACK sends back as its `id`. Message ids contain no `@`. */
function ackValue(messageId: string, subscriptionId: string | undefined): string {
  return `${messageId}@${subscriptionId ?? ''}`;
}

/** Reads an `ack` header. A malformed value matches no message. */
export function readAckValue(value: string): { messageId: string; subscriptionId: string } {
  const at = value.indexOf('@');
  return { messageId: value.slice(0, Math.max(at, 0)), subscriptionId: value.slice(at + 1) };
}

/**
 * One message to any number of subscriptions. A message-id only has to be unique within a session (STOMP 1.2,
 * "MESSAGE"), so one id serves all of them, and subscriptions with the same terms share one frame.
 */
export class Broadcast {
  readonly id: string;
  readonly #message: OutgoingMessage;
  readonly #body: Uint8Array;
  #isText: boolean | undefined;
  readonly #tails = new Map<Version, string>();

  constructor(id: string, message: OutgoingMessage) {
    this.id = id;
    this.#message = message;
    this.#body = typeof message.body === 'string' ? encodeUtf8(message.body) : message.body;
  }

  /** Whether its frames are valid UTF-8 and may be sent as text. */
  get isText(): boolean {
    this.#isText ??= typeof this.#message.body === 'string' || decodeUtf8(this.#body) !== undefined;
    return this.#isText;
  }

  /**
   * The MESSAGE frame for subscriptions with these terms. It has a `subscription` header if the client gave an id (always
   * from 1.1 on; STOMP 1.0, "SUBSCRIBE"), and in 1.2 an `ack` header if an ACK is required (STOMP 1.2, "MESSAGE").
   */
  frameFor({ version, id, destination, ack }: SubscriptionTerms): Uint8Array {
    let head = 'MESSAGE\n';
    if (id !== undefined) head += headerLine('subscription', id, 'MESSAGE', version);
    head += headerLine('message-id', this.id, 'MESSAGE', version);
    head += headerLine('destination', destination, 'MESSAGE', version);
    if (version === '1.2' && ack !== 'auto') head += headerLine('ack', ackValue(this.id, id), 'MESSAGE', version);
    return joinFrame(encodeUtf8(head + this.#tail(version)), this.#body);
  }

  /** The headers that all frames of a version share, and the blank line. */
  #tail(version: Version): string {
    const known = this.#tails.get(version);
    if (known !== undefined) return known;
    let tail = headerLine('content-type', this.#message.contentType, 'MESSAGE', version);
    if (this.#body.length > 0) tail += `content-length:${this.#body.length}\n`;
    for (const [name, value] of this.#message.headers ?? []) {
      if (!RESERVED.has(name)) tail += headerLine(name, value, 'MESSAGE', version);
    }
    tail += '\n';
    this.#tails.set(version, tail);
    return tail;
  }
}
