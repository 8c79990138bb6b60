import { StompError } from './errors.ts';
import type { Frame, Version } from './frame.ts';
import type { AckMode, OutgoingMessage, Subscription } from './hooks.ts';
import type { Broadcast, SubscriptionTerms } from './message.ts';

/** The connection behind a subscription. */
export interface Subscriber {
  broadcast(message: OutgoingMessage): Broadcast;
  /** Sends octets, or returns false if the connection has ended. */
  write(bytes: Uint8Array, isText: boolean): boolean;
  /** Ends the connection with an ERROR frame. */
  refuse(problem: StompError): void;
}

/** Reads the `ack` header (STOMP 1.2, "SUBSCRIBE ack Header"; 1.0 has `auto` and `client` only). */
export function readAckMode(frame: Frame, version: Version): AckMode {
  const ack = frame.headers.get('ack') ?? 'auto';
  if (ack === 'auto' || ack === 'client') return ack;
  if (ack === 'client-individual' && version !== '1.0') return ack;
  const valid = version === '1.0' ? 'auto or client' : 'auto, client or client-individual';
  throw new StompError('header.invalid', `ack must be ${valid}.`);
}

/** The properties of a broadcast besides its octets. */
type Sent = Pick<Broadcast, 'id' | 'isText'>;

/** A subscription as the broker stores it. */
export class ClientSubscription implements Subscription, SubscriptionTerms {
  readonly version: Version;
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
  readonly topicKey: string;
  /** Subscriptions of a topic with the same share get the same octets. */
  readonly share: string;
  active = false;
  /** The number of messages written, which shows whether a broadcast came before a pending state. */
  delivered = 0;
  readonly #subscriber: Subscriber;
  readonly #maxPending: number;
  /** Ids of the unacknowledged messages in the order they were sent; undefined in `auto` mode. */
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

  get unacknowledged(): string[] {
    return [...(this.#pending ?? [])];
  }

  deliver(message: OutgoingMessage): string | undefined {
    if (!this.active) return undefined;
    const broadcast = this.#subscriber.broadcast(message);
    return this.write(broadcast, broadcast.frameFor(this)) ? broadcast.id : undefined;
  }

  /**
   * Writes a MESSAGE frame and returns whether it was sent. In the client modes the message is pending until it is
   * acknowledged. A connection with too many pending messages is ended with `ack.limit`.
   */
  write({ id, isText }: Sent, bytes: Uint8Array): boolean {
    if (this.#pending !== undefined) {
      if (this.#pending.size >= this.#maxPending) {
        const detail = `At most ${this.#maxPending} messages of a subscription may wait to be acknowledged.`;
        this.#subscriber.refuse(new StompError('ack.limit', detail));
        return false;
      }
      this.#pending.add(id);
    }
    this.delivered += 1;
    return this.#subscriber.write(bytes, isText);
  }

  /**
   * The pending messages that an ACK or NACK covers: in `client` mode also all messages sent before the named one
   * (STOMP 1.2, "SUBSCRIBE ack Header", "NACK"). None if the message is not pending or the subscription has ended:
   * another consumer may have its messages by now.
   */
  covers(messageId: string): string[] {
    if (!this.active || this.#pending === undefined || !this.#pending.has(messageId)) return [];
    if (this.ack !== 'client') return [messageId];
    const all = [...this.#pending];
    return all.slice(0, all.indexOf(messageId) + 1);
  }

  /** Removes messages from the pending ones. A NACK does so too: only the hooks redeliver a message. */
  acknowledge(messageIds: Iterable<string>): void {
    for (const id of messageIds) this.#pending?.delete(id);
  }
}
