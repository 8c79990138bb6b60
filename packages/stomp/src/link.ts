import { LF } from './bytes.ts';
import { errorFrame, StompError } from './errors.ts';
import type { Version } from './frame.ts';
import type { CloseReason } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import type { HeartBeats } from './negotiation.ts';
import { NO_HEART_BEATS } from './negotiation.ts';
import { serializeFrame } from './serializer.ts';

/** The two kinds of WebSocket messages (RFC 6455, 5.6). */
export type MessageKind = 'text' | 'binary';

/** The way to a client, given by the caller: a WebSocket, or a test. */
export interface Outbound {
  /**
   * Sends octets, in a WebSocket message of this kind; text is always valid UTF-8. The octets are shared between
   * connections: they must not be changed.
   */
  send(bytes: Uint8Array, kind: MessageKind): void;
  /** Octets given to `send` that the network has not taken yet. */
  bufferedAmount(): number;
  /** Closes after what was sent; `code` and `reason` fit a WebSocket close frame. Called once at most. */
  close(code: number, reason: string): void;
}

/** The time of the last tick, in milliseconds of one monotonic clock, and how far apart ticks are. */
export interface Clock {
  readonly now: number;
  readonly tickMs: number;
}

/** RFC 6455, 7.4.1. */
const NORMAL_CLOSURE = 1000;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;

/**
 * A missing heart-beat is forgiven until this many intervals have passed: "the receiver SHOULD be tolerant and take
 * into account an error margin" (STOMP 1.2, "Heart-beating").
 */
const HEART_BEAT_TOLERANCE = 2;

/** A heart-beat is one end-of-line octet (STOMP 1.1, "Heart-beating"). */
const HEART_BEAT = Uint8Array.of(LF);

/**
 * One connection's way out: bounded writes, heart-beats, and the one place where a connection ends. It has no timer
 * of its own, so that an idle connection costs little: the broker's tick serves all.
 */
export abstract class Link {
  version: Version | undefined;
  protected readonly limits: ConnectionLimits;
  readonly #clock: Clock;
  readonly #outbound: Outbound;
  readonly #openedAt: number;
  #lastSent: number;
  #lastReceived: number;
  #slowSince: number | undefined;
  #heartBeats: HeartBeats = NO_HEART_BEATS;
  #kind: MessageKind | undefined;
  #ended = false;

  constructor(outbound: Outbound, limits: ConnectionLimits, clock: Clock) {
    this.#outbound = outbound;
    this.limits = limits;
    this.#clock = clock;
    this.#openedAt = clock.now;
    this.#lastSent = clock.now;
    this.#lastReceived = clock.now;
  }

  /** Frees what the connection holds; called once. */
  protected abstract release(reason: CloseReason): void;

  /** Told of what hooks and the outbound throw. */
  protected abstract report(error: unknown): void;

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Sends octets; says whether they went out. A connection with too much unsent is ended with `consumer.slow` in
   * their stead: what it may hold is bounded by `maxBufferedBytes` and one frame.
   * @param isText whether the octets are valid UTF-8, which text messages have to be
   */
  write(bytes: Uint8Array, isText = true): boolean {
    if (this.#ended) return false;
    try {
      if (this.#outbound.bufferedAmount() <= this.limits.maxBufferedBytes) {
        this.#send(bytes, isText);
        return true;
      }
    } catch (error) {
      this.#abandon(error);
      return false;
    }
    this.refuse(this.#tooSlow());
    return false;
  }

  /**
   * Ends the connection with an ERROR frame and closes it just after (STOMP 1.2, "ERROR"). What is no StompError is
   * reported, and told to the client as `server.error` without its cause.
   */
  refuse(error: unknown, receipt?: string): void {
    const expected = error instanceof StompError;
    if (!expected) this.report(error);
    if (this.#ended) return;
    const problem = expected ? error : new StompError('server.error', 'The server failed. Please connect again later.');
    try {
      // Until a version is agreed, header values are passed on as they came.
      this.#send(serializeFrame(errorFrame(problem, receipt), this.version ?? '1.0'), true);
    } catch (failure) {
      this.#abandon(failure);
      return;
    }
    this.#end(problem.closeCode, problem.code, problem.code);
  }

  /** The transport is gone: frees everything, sends nothing. May be called at any time, also twice. */
  closed(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.release('transport.closed');
  }

  /** Closes because the server stops. */
  goAway(): void {
    this.#end(GOING_AWAY, 'server stops', 'shutdown');
  }

  /** Does what is due at the clock's time: timeouts, the slow consumer, heart-beats. */
  tick(): void {
    if (this.#ended) return;
    try {
      const problem = this.#overdue();
      if (problem !== undefined) this.refuse(problem);
      else this.#beat();
    } catch (error) {
      this.#abandon(error);
    }
  }

  /** The client disconnected in good order. */
  protected finish(): void {
    this.#end(NORMAL_CLOSURE, 'disconnected', 'disconnected');
  }

  /**
   * Any octets show that the client is alive (STOMP 1.2, "Heart-beating"). The kind of its first message, which holds
   * CONNECT, is the one it is answered in: an old client may only read text.
   */
  protected heard(bytes: Uint8Array, kind: MessageKind): void {
    this.#lastReceived = this.#clock.now;
    if (bytes.length > 0) this.#kind ??= kind;
  }

  protected startHeartBeats(heartBeats: HeartBeats): void {
    this.#heartBeats = heartBeats;
  }

  #overdue(): StompError | undefined {
    const { now } = this.#clock;
    const { connectTimeoutMs, highWaterBytes, slowGraceMs } = this.limits;
    if (this.version === undefined && now - this.#openedAt >= connectTimeoutMs) {
      return new StompError('connect.timeout', `CONNECT has to arrive within ${connectTimeoutMs} ms.`);
    }
    const { incoming } = this.#heartBeats;
    if (incoming > 0 && now - this.#lastReceived > incoming * HEART_BEAT_TOLERANCE) {
      return new StompError(
        'heartbeat.lost',
        `Nothing was received for more than ${incoming * HEART_BEAT_TOLERANCE} ms.`,
      );
    }
    if (this.#outbound.bufferedAmount() <= highWaterBytes) {
      this.#slowSince = undefined;
      return undefined;
    }
    this.#slowSince ??= now;
    return now - this.#slowSince >= slowGraceMs ? this.#tooSlow() : undefined;
  }

  /** Beats one tick early rather than late: "at least every n milliseconds" (STOMP 1.2, "Heart-beating"). */
  #beat(): void {
    const { outgoing } = this.#heartBeats;
    if (outgoing > 0 && this.#clock.now - this.#lastSent >= outgoing - this.#clock.tickMs) this.write(HEART_BEAT);
  }

  #tooSlow(): StompError {
    return new StompError('consumer.slow', 'Messages were not read as fast as they were sent. Connect again.');
  }

  #send(bytes: Uint8Array, isText: boolean): void {
    this.#lastSent = this.#clock.now;
    this.#outbound.send(bytes, isText && this.#kind !== 'binary' ? 'text' : 'binary');
  }

  /** The outbound itself failed: nothing more can be said to the client. */
  #abandon(error: unknown): void {
    this.report(error);
    this.#end(INTERNAL_ERROR, 'transport failed', 'transport.failed');
  }

  #end(code: number, closeText: string, reason: CloseReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.release(reason);
    try {
      this.#outbound.close(code, closeText);
    } catch (error) {
      this.report(error);
    }
  }
}
