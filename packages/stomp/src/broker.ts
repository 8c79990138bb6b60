import type { OutgoingMessage } from './hooks.ts';
import type { BrokerOptions } from './host.ts';
import { BrokerHost } from './host.ts';
import type { Outbound } from './link.ts';
import { Broadcast } from './message.ts';
import type { OpenConnection } from './session.ts';
import { Session } from './session.ts';

/**
 * A STOMP 1.0, 1.1 and 1.2 server without sockets: the caller feeds it octets and gets octets back. It routes no
 * message by itself: what a SEND means is up to `onSend`, and subscribers hear what `publish` is given.
 */
export class StompBroker<Context> {
  readonly #host: BrokerHost<Context>;

  /** `nowMs` and every `tick` come from one monotonic clock, in milliseconds. */
  constructor(options: BrokerOptions<Context>, nowMs: number) {
    this.#host = new BrokerHost(options, nowMs);
  }

  /** Open connections. */
  get connections(): number {
    return this.#host.sessions.size;
  }

  /** A new connection. Give it what arrives with `receive`, and say `closed` when the transport is gone. */
  open(outbound: Outbound, context: Context): OpenConnection<Context> {
    const session = new Session(outbound, context, this.#host);
    this.#host.sessions.add(session);
    return session;
  }

  /** Whether anyone listens to a topic, so that a message nobody hears need not be made. */
  hasSubscribers(topicKey: string): boolean {
    return this.#host.topics.has(topicKey);
  }

  /** The topics that somebody listens to. */
  topicKeys(): Iterable<string> {
    return this.#host.topics.keys();
  }

  /** Sends a message to every subscription of a topic; answers to how many. The body must not change afterwards. */
  publish(topicKey: string, message: OutgoingMessage): number {
    let told = 0;
    for (const part of this.publishing(topicKey, message, Number.POSITIVE_INFINITY)) told += part;
    return told;
  }

  /**
   * The same in parts of at most so many subscriptions, so that the caller may do something else between them: answers to
   * how many each went. Who leaves meanwhile is passed over, and who comes may hear it or not.
   */
  *publishing(topicKey: string, message: OutgoingMessage, most: number): Generator<number> {
    if (!this.#host.topics.has(topicKey)) return;
    const broadcast = new Broadcast(this.#host.nextMessageId(), message);
    let told = 0;
    for (const share of this.#host.topics.shares(topicKey)) {
      let bytes: Uint8Array | undefined;
      for (const subscription of share) {
        bytes ??= broadcast.frameFor(subscription);
        if (subscription.write(broadcast, bytes)) told += 1;
        if (told < most) continue;
        yield told;
        told = 0;
      }
    }
    yield told;
  }

  /** Moves the time on and does what is due: call it every `tickMs`. */
  tick(nowMs: number): void {
    this.#host.now = nowMs;
    for (const session of this.#host.sessions) session.tick();
  }

  /** Closes every connection, because the server stops. Clients connect again by themselves. */
  shutdown(): void {
    for (const session of this.#host.sessions) session.goAway();
  }
}
