import { StompError } from './errors.ts';
import type { Frame, Version } from './frame.ts';
import { readAckValue } from './message.ts';
import type { ClientSubscription } from './subscription.ts';

/** The message that an ACK or NACK names. */
export interface PendingMessage {
  readonly subscription: ClientSubscription;
  readonly messageId: string;
}

/** A required header of a frame (STOMP 1.2, "Frames and Headers"). Throws `header.missing`. */
export function requiredHeader(frame: Frame, name: string): string {
  const value = frame.headers.get(name);
  if (value === undefined) throw new StompError('header.missing', `${frame.command} needs a header named ${name}.`);
  return value;
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #max: number;
  readonly #byName = new Map<string, ClientSubscription>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Throws `subscription.exists` or `subscription.limit` (STOMP 1.2, "SUBSCRIBE id Header"). */
  add(subscription: ClientSubscription): void {
    const name = nameOf(subscription.id, subscription.destination);
    if (this.#byName.has(name)) {
      throw new StompError('subscription.exists', 'Different subscriptions of a connection must have different ids.');
    }
    if (this.#byName.size >= this.#max) {
      throw new StompError('subscription.limit', `A connection may hold at most ${this.#max} subscriptions.`);
    }
    this.#byName.set(name, subscription);
  }

  all(): Iterable<ClientSubscription> {
    return this.#byName.values();
  }

  clear(): void {
    this.#byName.clear();
  }

  /**
   * Removes the subscriptions that an UNSUBSCRIBE names: one by `id`; in 1.0 also all to a `destination` (STOMP 1.0,
   * "UNSUBSCRIBE"). Throws `header.missing` or `subscription.unknown`.
   */
  remove(frame: Frame, version: Version): ClientSubscription[] {
    const id = frame.headers.get('id');
    const destination = version === '1.0' && id === undefined ? frame.headers.get('destination') : undefined;
    const found =
      destination === undefined
        ? [this.#byName.get(nameOf(requiredHeader(frame, 'id'), ''))]
        : [...this.#byName.values()].filter((subscription) => subscription.destination === destination);
    const removed = found.filter((subscription) => subscription !== undefined);
    if (removed.length === 0) throw new StompError('subscription.unknown', 'There is no such subscription to end.');
    for (const subscription of removed) this.#byName.delete(nameOf(subscription.id, subscription.destination));
    return removed;
  }

  /**
   * The message that an ACK or NACK names: in 1.2 by `id`, the MESSAGE's `ack`; in 1.1 by `message-id` and
   * `subscription`; in 1.0 by `message-id` alone, for the oldest subscription with that message pending. Undefined if no
   * such message is pending: a later ACK covered it, it needs no ACK, or its subscription has ended. The specification
   * defines no error for that, and clients cannot know it. Throws `header.missing`.
   */
  pending(frame: Frame, version: Version): PendingMessage | undefined {
    let messageId: string;
    let subscriptionId: string | undefined;
    if (version === '1.2') {
      ({ messageId, subscriptionId } = readAckValue(requiredHeader(frame, 'id')));
    } else {
      messageId = requiredHeader(frame, 'message-id');
      subscriptionId = version === '1.1' ? requiredHeader(frame, 'subscription') : frame.headers.get('subscription');
    }
    const candidates =
      subscriptionId === undefined ? this.#byName.values() : [this.#byName.get(nameOf(subscriptionId, ''))];
    for (const subscription of candidates) {
      if (subscription?.covers(messageId).length) return { subscription, messageId };
    }
    return undefined;
  }
}

/** The map's key. Prefixes keep ids and the destinations of 1.0 subscriptions without an id apart. */
function nameOf(id: string | undefined, destination: string): string {
  return id === undefined ? `to ${destination}` : `id ${id}`;
}
