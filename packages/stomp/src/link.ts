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

/** The transport to a client, which the caller provides: a WebSocket, or a test. */
export interface Outbound {
  /**
   * Sends octets in a WebSocket message of this kind; text is always valid UTF-8. Connections share the octets, so they
   * must not be changed.
   */
  send(bytes: Uint8Array, kind: MessageKind): void;
  /** Octets passed to `send` that are not on the network yet. */
  bufferedAmount(): number;
  /** Closes once everything is sent. `code` and `reason` fit a WebSocket close frame. Called at most once. */
  close(code: number, reason: string): void;
}

/** The parts of a broker that a link uses: its limits, the time of the last tick and the interval between ticks. */
interface LinkHost {
  readonly limits: ConnectionLimits;
  readonly now: number;
  readonly tickMs: number;
}

/** RFC 6455, 7.4.1. */
const NORMAL_CLOSURE = 1000;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;

/**
 * The number of intervals without a heart-beat that are tolerated: "the receiver SHOULD be tolerant and take into
 * account an error margin" (STOMP 1.2, "Heart-beating").
 */
const HEART_BEAT_TOLERANCE = 2;

/** A heart-beat is one end-of-line octet (STOMP 1.1, "Heart-beating"). */
const HEART_BEAT = Uint8Array.of(LF);

/**
 * The sending side of a connection: bounded writes, heart-beats and closing. The broker's tick serves all connections,
 * so an idle connection needs no timer.
 */
export abstract class Link {
  version: Version | undefined;
  protected readonly limits: ConnectionLimits;
  readonly #clock: LinkHost;
  readonly #outbound: Outbound;
  readonly #openedAt: number;
  #lastSent: number;
  #lastReceived: number;
  #slowSince: number | undefined;
  #heartBeats: HeartBeats = NO_HEART_BEATS;
  #kind: MessageKind | undefined;
  #ended = false;

  constructor(outbound: Outbound, host: LinkHost) {
    this.#outbound = outbound;
    this.limits = host.limits;
    this.#clock = host;
    this.#openedAt = this.#lastSent = this.#lastReceived = host.now;
  }

  /** Releases everything the connection holds. Called once. */
  protected abstract release(reason: CloseReason): void;

  /** Reports an error of a hook or of the outbound. */
  protected abstract report(error: unknown): void;

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Sends octets and returns whether they were sent. A connection with more than `maxBufferedBytes` unsent octets is
   * ended with `consumer.slow` instead, so it holds at most one frame more than that.
   * @param isText whether the octets are valid UTF-8, as text messages must be
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
   * Sends an ERROR frame and closes the connection (STOMP 1.2, "ERROR"). Any error but a StompError is reported, and
   * sent to the client as `server.error` without its cause.
   */
  refuse(error: unknown, receipt?: string): void {
    const expected = error instanceof StompError;
    if (!expected) this.report(error);
    if (this.#ended) return;
    const problem = expected ? error : new StompError('server.error', 'The server failed. Please connect again later.');
    try {
      // Until a version is agreed on, header values are not escaped.
      this.#send(serializeFrame(errorFrame(problem, receipt), this.version ?? '1.0'), true);
    } catch (failure) {
      this.#abandon(failure);
      return;
    }
    this.#end(problem.closeCode, problem.code, problem.code);
  }

  /** Releases everything because the transport has closed. May be called at any time and more than once. */
  closed(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.release('transport.closed');
  }

  /** Closes because the server stops. */
  goAway(): void {
    this.#end(GOING_AWAY, 'server stops', 'shutdown');
  }

  /** Checks timeouts and slow consumers, and sends a heart-beat when one is due. */
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

  /** Closes after a DISCONNECT. */
  protected finish(): void {
    this.#end(NORMAL_CLOSURE, 'disconnected', 'disconnected');
  }

  /**
   * Any octets count as a sign of life (STOMP 1.2, "Heart-beating"). Replies use the kind of the client's first message,
   * which holds CONNECT: an old client may only read text.
   */
  protected received(bytes: Uint8Array, kind: MessageKind): void {
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

  /** Sends one tick early rather than late: "at least every n milliseconds" (STOMP 1.2, "Heart-beating"). */
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

  /** Ends the connection without an ERROR frame, because the outbound failed. */
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
