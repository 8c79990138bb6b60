import { StompError } from './errors.ts';
import type { Frame, Version } from './frame.ts';

export type AckMode = 'auto' | 'client' | 'client-individual';

/** The connection behind a subscription. */
export interface Subscriber {
  /** Sends octets; false means the connection is gone. */
  write(bytes: Uint8Array): boolean;
  /** Ends the connection with an ERROR frame. */
  refuse(problem: StompError): void;
}

export interface SubscriptionTerms {
  readonly version: Version;
  /** Optional in 1.0 only. */
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
}

/** Reads the `ack` header (STOMP 1.2, "SUBSCRIBE ack Header"; 1.0 has `auto` and `client` only). */
export function readAckMode(frame: Frame, version: Version): AckMode {
  const ack = frame.headers.get('ack') ?? 'auto';
  if (ack === 'auto' || ack === 'client') return ack;
  if (ack === 'client-individual' && version !== '1.0') return ack;
  const valid = version === '1.0' ? 'auto or client' : 'auto, client or client-individual';
  throw new StompError('header.invalid', `ack must be ${valid}.`);
}

/** One SUBSCRIBE of one connection. */
export class Subscription implements SubscriptionTerms {
  readonly version: Version;
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
  readonly topicKey: string;
  /** Subscriptions of one topic with the same share get the same octets. */
  readonly share: string;
  /** Whether it was authorised and stands in its topic. */
  joined = false;
  /** How many messages were written: tells whether news overtook a read. */
  delivered = 0;
  readonly #subscriber: Subscriber;
  readonly #maxPending: number;
  /** Message ids sent and not yet acknowledged, in the order they were sent; unset in `auto` mode. */
  readonly #pending: Set<string> | undefined;

  constructor(terms: SubscriptionTerms, topicKey: string, subscriber: Subscriber, maxPending: number) {
    this.version = terms.version;
    this.id = terms.id;
    this.destination = terms.destination;
    this.ack = terms.ack;
    this.topicKey = topicKey;
    this.share = JSON.stringify([terms.version, terms.ack, terms.id ?? null, terms.destination]);
    this.#subscriber = subscriber;
    this.#maxPending = maxPending;
    this.#pending = terms.ack === 'auto' ? undefined : new Set();
  }

  /**
   * Writes the MESSAGE frame of a message; says whether it went out. In the client modes the message stays pending
   * until it is acknowledged; a connection that leaves too many pending is ended with `ack.limit`.
   */
  deliver(messageId: string, bytes: Uint8Array): boolean {
    if (this.#pending !== undefined) {
      if (this.#pending.size >= this.#maxPending) {
        const detail = `At most ${this.#maxPending} messages of a subscription may wait to be acknowledged.`;
        this.#subscriber.refuse(new StompError('ack.limit', detail));
        return false;
      }
      this.#pending.add(messageId);
    }
    this.delivered += 1;
    return this.#subscriber.write(bytes);
  }

  /** Whether a message waits to be acknowledged. */
  awaits(messageId: string): boolean {
    return this.#pending?.has(messageId) ?? false;
  }

  /**
   * Settles a message, and in `client` mode all that were sent before it (STOMP 1.2, "SUBSCRIBE ack Header", "NACK").
   * ACK and NACK do the same here: a topic keeps nothing to send again, and what to do with a NACK is the server's
   * choice. A message that no longer waits is passed over.
   */
  settle(messageId: string): void {
    if (this.#pending === undefined || !this.#pending.has(messageId)) return;
    if (this.ack === 'client') {
      for (const earlier of this.#pending) {
        this.#pending.delete(earlier);
        if (earlier === messageId) return;
      }
    }
    this.#pending.delete(messageId);
  }
}
