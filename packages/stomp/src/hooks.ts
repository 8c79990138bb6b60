import type { StompErrorCode } from './errors.ts';
import type { Headers, Version } from './frame.ts';

export type MaybePromise<T> = T | Promise<T>;

/** The result of a policy. `message` is sent to the client as the body of the ERROR frame. */
export type PolicyResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** `auto` needs no ACK. `client` acknowledges all messages up to the named one, `client-individual` only that one. */
export type AckMode = 'auto' | 'client' | 'client-individual';

/** A message for subscribers. */
export interface OutgoingMessage {
  readonly body: string | Uint8Array;
  /** A MIME type (STOMP 1.2, "Header content-type"). */
  readonly contentType: string;
  /** User-defined headers. Names that the protocol uses are left out. */
  readonly headers?: Iterable<readonly [string, string]>;
}

/** A message from a client. `headers` are those of the SEND frame, including user-defined ones. */
export interface IncomingMessage {
  readonly destination: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** One SUBSCRIBE of one connection. Every hook gets the same object, so it can be the key of a Map. */
export interface Subscription {
  /** Chosen by the client. STOMP 1.0 allows subscriptions without an id. */
  readonly id: string | undefined;
  readonly destination: string;
  readonly ack: AckMode;
  /** False until authorizeSubscribe allows it, and after the subscription or its connection has ended. */
  readonly active: boolean;
  /** Ids of the sent messages without an acknowledgement, oldest first. Empty in `auto` mode. */
  readonly unacknowledged: readonly string[];
  /**
   * Sends a message to this subscription only.
   * @returns the message's id, as in `Acknowledgement`, or undefined if the subscription or its connection has ended
   */
  deliver(message: OutgoingMessage): string | undefined;
}

/** The messages of an ACK or NACK: in `client` mode also all messages sent before the named one. */
export interface Acknowledgement {
  readonly subscription: Subscription;
  readonly messageIds: readonly string[];
}

/** One frame of a transaction. */
export type Operation =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | { readonly kind: 'ack' | 'nack'; readonly acknowledgement: Acknowledgement };

/** Why a connection ended: the code of its ERROR frame, or another reason. */
export type CloseReason = StompErrorCode | 'disconnected' | 'shutdown' | 'transport.closed' | 'transport.failed';

/** A connection as the hooks see it. */
export interface Connection<Context> {
  /** The value that the caller passed to `open`. */
  readonly context: Context;
  /** Undefined until CONNECT was read. */
  readonly version: Version | undefined;
  /** Sends a message to this connection's own subscriptions to a destination and returns how many got it. */
  send(destination: string, message: OutgoingMessage): number;
}

/**
 * The caller's policy. The frames of one connection are handled one after another: each waits for the hook of the
 * previous one. A hook that throws or rejects ends the connection with `server.error`. The client does not see the cause,
 * which goes to `onError`. A hook can choose the ERROR frame by throwing a StompError.
 */
export interface BrokerHooks<Context> {
  /** Called at CONNECT with its headers, including `login` and `passcode`. By default every client may connect. */
  authorizeConnect?(headers: Headers, connection: Connection<Context>): MaybePromise<PolicyResult>;
  authorizeSubscribe(destination: string, connection: Connection<Context>): MaybePromise<PolicyResult>;
  /**
   * Returns the current state of a destination, which only the new subscription gets. Called after the subscription has
   * begun, and again if a broadcast reached the subscription meanwhile, so that stale data never follows newer data.
   */
  onSubscribe?(subscription: Subscription, connection: Connection<Context>): MaybePromise<OutgoingMessage | undefined>;
  /**
   * Called once when a subscription ends, by UNSUBSCRIBE or with its connection. Its `unacknowledged` messages can no
   * longer be acknowledged. Not called for a subscription that never began.
   */
  onUnsubscribe?(subscription: Subscription, connection: Connection<Context>): MaybePromise<void>;
  /** Called when a SEND arrives. Inside a transaction, a refused SEND is not added to it. */
  authorizeSend(destination: string, connection: Connection<Context>): MaybePromise<PolicyResult>;
  /** Handles an allowed SEND outside a transaction. A RECEIPT waits for it. */
  onSend(message: IncomingMessage, connection: Connection<Context>): MaybePromise<void>;
  /** Called for an ACK outside a transaction that covers at least one message. */
  onAck?(acknowledgement: Acknowledgement, connection: Connection<Context>): MaybePromise<void>;
  /** The same for a NACK. The broker never redelivers a message by itself. */
  onNack?(acknowledgement: Acknowledgement, connection: Connection<Context>): MaybePromise<void>;
  /**
   * Handles a whole transaction at COMMIT, instead of onSend, onAck and onNack. It must be atomic. Without this hook BEGIN
   * is refused, because frames handled one by one could fail half-way.
   */
  onCommit?(operations: readonly Operation[], connection: Connection<Context>): MaybePromise<void>;
  /** The key under which a destination's messages are published; the destination itself by default. */
  topicKey?(destination: string): string;
  /** Called once when a connection has ended, for any reason. */
  onClose?(reason: CloseReason, connection: Connection<Context>): void;
  /** Called with every error that a hook or an outbound throws. Must not throw. */
  onError(error: unknown): void;
}

/** Whether a value is a promise or another thenable. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Like `then`, but calls `next` at once for a plain value: synchronous hooks cost no turn of the event loop. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Runs `work`, which may fail at once or later. */
export function settle(work: () => MaybePromise<void>, failed: (error: unknown) => void): MaybePromise<void> {
  try {
    const outcome = work();
    if (isPromise(outcome)) return outcome.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}

/** Runs `work` for each item, one after another, until the first failure. */
export function forEachInTurn<T>(items: readonly T[], work: (item: T) => MaybePromise<void>): MaybePromise<void> {
  for (const [index, item] of items.entries()) {
    const outcome = work(item);
    if (isPromise(outcome)) return outcome.then(() => forEachInTurn(items.slice(index + 1), work));
  }
}
