import type { StompErrorCode } from './errors.ts';
import type { Headers, Version } from './frame.ts';

export type MaybePromise<T> = T | Promise<T>;

/** A policy's answer. `message` is sent to the client as the body of the ERROR frame. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

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

/** What hooks see of a connection. */
export interface Connection<Context> {
  /** What the caller gave when the connection was opened. */
  readonly context: Context;
  /** Unset until CONNECT was answered. */
  readonly version: Version | undefined;
  /** Sends a message to this connection's own subscriptions to a destination; answers to how many. */
  tell(destination: string, message: OutgoingMessage): number;
}

/**
 * The caller's policy. A hook that throws or rejects ends the connection with `server.error`, whose text says nothing
 * of the cause; the cause goes to `onError`. A hook that throws a StompError chooses the ERROR frame itself.
 */
export interface BrokerHooks<Context> {
  authorizeSubscribe(destination: string, connection: Connection<Context>): MaybePromise<Verdict>;
  /**
   * The present state of a destination, told to a new subscription alone. Called after the subscription stands; called
   * again if a broadcast reached the subscription meanwhile, so that old news never follows new.
   */
  onSubscribe?(destination: string, connection: Connection<Context>): MaybePromise<OutgoingMessage | undefined>;
  /** Asked when a SEND arrives, also inside a transaction: a refused one never gets into it. */
  authorizeSend(destination: string, connection: Connection<Context>): Verdict;
  /** Takes a permitted message; inside a transaction at COMMIT. A RECEIPT waits for it. */
  onSend(message: IncomingMessage, connection: Connection<Context>): MaybePromise<void>;
  /** The key under which a destination's messages are published; the destination itself by default. */
  topicKey?(destination: string): string;
  /** Told of everything a hook or an outbound throws. Must not throw. */
  onError(error: unknown): void;
  /** Told of each connection that is ended with an ERROR frame. Must not throw. */
  onRefusal?(code: StompErrorCode, connection: Connection<Context>): void;
}

/** Any promise, also one of another make. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Goes on with a value now or when it is there, so that synchronous hooks cost no turn of the event loop. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value);
}
