import type { BrokerHooks, OutgoingMessage } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Outbound } from './link.ts';
import { Broadcast } from './message.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { DEFAULT_HEART_BEAT } from './negotiation.ts';
import type { SessionHost } from './session.ts';
import { Session } from './session.ts';
import { Topics } from './topics.ts';

export interface BrokerOptions<Context> {
  readonly hooks: BrokerHooks<Context>;
  /** Overrides of DEFAULT_LIMITS. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Milliseconds; 10,000 both ways by default. */
  readonly heartBeat?: HeartBeatOffer;
  /** How often `tick` will be called, in milliseconds; 1,000 by default. */
  readonly tickMs?: number;
  /** Refuse a CONNECT of 1.1 or 1.2 without a `host` header; false by default (see negotiation.ts). */
  readonly requireHost?: boolean;
  /** The `server` header of CONNECTED. */
  readonly serverName?: string;
  /** The `session` header of CONNECTED; a random UUID by default. */
  readonly newSessionId?: () => string;
}

/**
 * A STOMP 1.0, 1.1 and 1.2 server without sockets: the caller feeds it octets and gets octets back. It routes no
 * message by itself: what a SEND means is up to `onSend`, and subscribers hear what `publish` is given.
 */
export class StompBroker<Context> implements SessionHost<Context> {
  readonly limits: ConnectionLimits;
  readonly hooks: BrokerHooks<Context>;
  readonly topics = new Topics();
  readonly heartBeat: HeartBeatOffer;
  readonly tickMs: number;
  readonly requireHost: boolean;
  readonly serverName: string;
  readonly newSessionId: () => string;
  readonly #sessions = new Set<Session<Context>>();
  #now: number;
  #messages = 0;

  /** `nowMs` and every `tick` come from one monotonic clock, in milliseconds. */
  constructor(options: BrokerOptions<Context>, nowMs: number) {
    this.hooks = options.hooks;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.heartBeat = options.heartBeat ?? DEFAULT_HEART_BEAT;
    this.tickMs = options.tickMs ?? 1_000;
    this.requireHost = options.requireHost ?? false;
    this.serverName = options.serverName ?? 'laurel';
    this.newSessionId = options.newSessionId ?? (() => crypto.randomUUID());
    this.#now = nowMs;
  }

  get now(): number {
    return this.#now;
  }

  /** Open connections. */
  get connections(): number {
    return this.#sessions.size;
  }

  /** A new connection. Give it what arrives with `receive`, and say `closed` when the transport is gone. */
  open(outbound: Outbound, context: Context): Session<Context> {
    const session = new Session(outbound, context, this);
    this.#sessions.add(session);
    return session;
  }

  /** Whether anyone listens to a topic, so that a message nobody hears need not be made. */
  hasSubscribers(topicKey: string): boolean {
    return this.topics.has(topicKey);
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
    if (!this.topics.has(topicKey)) return;
    const broadcast = new Broadcast(this.nextMessageId(), message);
    let told = 0;
    for (const share of this.topics.shares(topicKey)) {
      let bytes: Uint8Array | undefined;
      for (const subscription of share) {
        bytes ??= broadcast.frameFor(subscription);
        if (subscription.deliver(broadcast.id, bytes)) told += 1;
        if (told < most) continue;
        yield told;
        told = 0;
      }
    }
    yield told;
  }

  /** Moves the time on and does what is due: call it every `tickMs`. */
  tick(nowMs: number): void {
    this.#now = nowMs;
    for (const session of this.#sessions) session.tick();
  }

  /** Closes every connection, because the server stops. Clients connect again by themselves. */
  shutdown(): void {
    for (const session of this.#sessions) session.goAway();
  }

  nextMessageId(): string {
    this.#messages += 1;
    return String(this.#messages);
  }

  forget(session: Session<Context>): void {
    this.#sessions.delete(session);
  }
}
