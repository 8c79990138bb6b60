import type { StompErrorCode } from './errors.ts';
import type { Headers, Version } from './frame.ts';

export type MaybePromise<T> = T | Promise<T>;

/** A policy's answer. `message` is sent to the client as the body of the ERROR frame. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** `auto` needs no ACK, `client` acknowledges all messages up to the one named, `client-individual` that one alone. */
export type AckMode = 'auto' | 'client' | 'client-individual';

/** A message for subscribers. */
export interface OutgoingMessage {
  readonly body: string | Uint8Array;
  /** A MIME type (STOMP 1.2, "Header content-type"). */
  readonly contentType: string;
  /** User defined headers. Names the protocol uses itself are left out. */
  readonly headers?: Iterable<readonly [string, string]>;
}

/** A message a client sent. `headers` are those of the SEND frame, user defined ones included. */
export interface IncomingMessage {
  readonly destination: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** One SUBSCRIBE of one connection. The same object is given to every hook, so that it may be the key of a Map. */
export interface Subscription {
  /** The client's name for it. STOMP 1.0 allows subscriptions without one. */
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
  /** False before authorizeSubscribe agreed, and after the subscription or its connection ended. */
  readonly active: boolean;
  /** Ids of the messages that were sent and wait to be acknowledged, oldest first; none in `auto` mode. */
  readonly unacknowledged: readonly string[];
  /**
   * Sends a message to this subscription alone.
   * @returns the message's id, as `Acknowledgement` names it, or undefined where it was not sent: the subscription or its
   * connection has ended
   */
  deliver(message: OutgoingMessage): string | undefined;
}

/** What an ACK or NACK covers: in `client` mode also every message that was sent before the one it names. */
export interface Acknowledgement {
  readonly subscription: Subscription;
  readonly messageIds: readonly string[];
}

/** One frame of a transaction. */
export type Operation =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | { readonly kind: 'ack' | 'nack'; readonly acknowledgement: Acknowledgement };

/** Why a connection ended: the code of its ERROR frame, or what happened without one. */
export type CloseReason = StompErrorCode | 'disconnected' | 'shutdown' | 'transport.closed' | 'transport.failed';

/** What hooks see of a connection. */
export interface Connection<Context> {
  /** What the caller gave when the connection was opened. */
  readonly context: Context;
  /** Unset until CONNECT was read. */
  readonly version: Version | undefined;
  /** Sends a message to this connection's own subscriptions to a destination; answers to how many. */
  tell(destination: string, message: OutgoingMessage): number;
}

/**
 * The caller's policy. The frames of one connection are handled one after another: the next one waits until the hook of
 * the one before has answered. A hook that throws or rejects ends the connection with `server.error`, whose text says
 * nothing of the cause; the cause goes to `onError`. A hook that throws a StompError chooses the ERROR frame itself.
 */
export interface BrokerHooks<Context> {
  /** Asked at CONNECT, with its headers (`login` and `passcode` among them); everybody may connect by default. */
  authorizeConnect?(headers: Headers, connection: Connection<Context>): MaybePromise<Verdict>;
  authorizeSubscribe(destination: string, connection: Connection<Context>): MaybePromise<Verdict>;
  /**
   * The present state of a destination, told to a new subscription alone. Called after the subscription has begun; called
   * again if a broadcast reached the subscription meanwhile, so that old news never follows new.
   */
  onSubscribe?(subscription: Subscription, connection: Connection<Context>): MaybePromise<OutgoingMessage | undefined>;
  /**
   * Called once for each subscription that had begun, when it ends: by UNSUBSCRIBE, or because its connection ended. Its
   * `unacknowledged` messages will not be acknowledged any more.
   */
  onUnsubscribe?(subscription: Subscription, connection: Connection<Context>): MaybePromise<void>;
  /** Asked when a SEND arrives, also inside a transaction: a refused one never gets into it. */
  authorizeSend(destination: string, connection: Connection<Context>): MaybePromise<Verdict>;
  /** Takes a permitted message that belongs to no transaction. A RECEIPT waits for it. */
  onSend(message: IncomingMessage, connection: Connection<Context>): MaybePromise<void>;
  /** Called for an ACK outside a transaction that covers at least one message. */
  onAck?(acknowledgement: Acknowledgement, connection: Connection<Context>): MaybePromise<void>;
  /** The same for a NACK. The broker sends nothing again by itself. */
  onNack?(acknowledgement: Acknowledgement, connection: Connection<Context>): MaybePromise<void>;
  /**
   * Takes a whole transaction at its COMMIT, in place of onSend, onAck and onNack: all of it has to take effect, or none.
   * Without this hook BEGIN is refused, because frames handed over one by one could fail half-way.
   */
  onCommit?(operations: readonly Operation[], connection: Connection<Context>): MaybePromise<void>;
  /** The key under which a destination's messages are published; the destination itself by default. */
  topicKey?(destination: string): string;
  /** Called once when a connection has ended, however it ended. */
  onClose?(reason: CloseReason, connection: Connection<Context>): void;
  /** Told of everything a hook or an outbound throws. Must not throw. */
  onError(error: unknown): void;
}

/** Any promise, also one of another make. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Goes on with a value now or when it is there, so that synchronous hooks cost no turn of the event loop. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Does something with each item, one after another; the first failure ends it. */
export function forEachInTurn<T>(items: readonly T[], work: (item: T) => MaybePromise<void>): MaybePromise<void> {
  for (const [index, item] of items.entries()) {
    const outcome = work(item);
    if (isPromise(outcome)) return outcome.then(() => forEachInTurn(items.slice(index + 1), work));
  }
}
