import type { OutgoingMessage } from './hooks.ts';
import type { BrokerHost, BrokerOptions } from './host.ts';
import { createHost } from './host.ts';
import type { Outbound } from './link.ts';
import type { OpenConnection } from './session.ts';
import { Session } from './session.ts';

/**
 * A STOMP 1.0, 1.1 and 1.2 server without sockets: the caller feeds it octets and gets octets back. It routes no
 * message by itself: `onSend` decides what a SEND does, and `publish` sends messages to subscribers.
 */
export class StompBroker<Context> {
  readonly #host: BrokerHost<Context>;

  /** `nowMs` and every `tick` come from one monotonic clock, in milliseconds. */
  constructor(options: BrokerOptions<Context>, nowMs: number) {
    this.#host = createHost(options, nowMs);
  }

  /** Open connections. */
  get connections(): number {
    return this.#host.sessions.size;
  }

  /** Adds a connection. Pass received octets to its `receive`, and call `closed` when the transport has closed. */
  open(outbound: Outbound, context: Context): OpenConnection<Context> {
    const session = new Session(outbound, context, this.#host);
    this.#host.sessions.add(session);
    return session;
  }

  /** Whether a topic has subscribers. Without any, the caller need not build a message. */
  hasSubscribers(topicKey: string): boolean {
    return this.#host.topics.has(topicKey);
  }

  /** The topics that have subscribers. */
  topicKeys(): Iterable<string> {
    return this.#host.topics.keys();
  }

  /** Sends a message to every subscription of a topic and returns how many got it. The body must not change afterwards. */
  publish(topicKey: string, message: OutgoingMessage): number {
    let sent = 0;
    for (const part of this.publishing(topicKey, message, Number.POSITIVE_INFINITY)) sent += part;
    return sent;
  }

  /**
   * Publishes in parts of at most `most` subscriptions, so that the caller can do other work in between. Yields the size
   * of each part. Subscriptions that end meanwhile are skipped; those that begin meanwhile may or may not get the message.
   */
  *publishing(topicKey: string, message: OutgoingMessage, most: number): Generator<number> {
    if (!this.#host.topics.has(topicKey)) return;
    const broadcast = this.#host.broadcast(message);
    let sent = 0;
    for (const share of this.#host.topics.shares(topicKey)) {
      let bytes: Uint8Array | undefined;
      for (const subscription of share) {
        bytes ??= broadcast.frameFor(subscription);
        if (subscription.write(broadcast, bytes)) sent += 1;
        if (sent < most) continue;
        yield sent;
        sent = 0;
      }
    }
    yield sent;
  }

  /** Sets the time, then handles timeouts and heart-beats. Call it every `tickMs`. */
  tick(nowMs: number): void {
    this.#host.now = nowMs;
    for (const session of this.#host.sessions) session.tick();
  }

  /** Closes every connection because the server stops. Clients reconnect. */
  shutdown(): void {
    for (const session of this.#host.sessions) session.goAway();
  }
}
