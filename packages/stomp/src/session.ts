import { encodeUtf8 } from './bytes.ts';
import { StompError } from './errors.ts';
import type { Frame, Headers, Version } from './frame.ts';
import { heldBytes } from './frame.ts';
import type { CloseReason, Connection, IncomingMessage, MaybePromise, OutgoingMessage } from './hooks.ts';
import { andThen, forEachInTurn, settle } from './hooks.ts';
import type { BrokerHost } from './host.ts';
import type { MessageKind, Outbound } from './link.ts';
import { Link } from './link.ts';
import type { Broadcast } from './message.ts';
import { negotiate } from './negotiation.ts';
import { Operations } from './operations.ts';
import type { FrameSink } from './parser.ts';
import { FrameParser } from './parser.ts';
import { WorkQueue } from './queue.ts';
import { TokenBucket } from './rate.ts';
import { serializeFrame } from './serializer.ts';
import { ClientSubscription, readAckMode } from './subscription.ts';
import { requiredHeader, Subscriptions } from './subscriptions.ts';

/** An open connection, as the caller's transport uses it. */
export interface OpenConnection<Context> extends Connection<Context> {
  /** Whether the connection has ended. Later input is ignored. */
  readonly ended: boolean;
  /**
   * Handles octets of the client's stream. Chunks may end anywhere. Never throws.
   * @param kind the kind of the WebSocket message; a string is always `text`
   */
  receive(data: Uint8Array | string, kind?: MessageKind): void;
  /** Ends the connection with an ERROR frame, for errors that only the transport sees, such as a message that is too large. */
  refuse(problem: StompError): void;
  /** Call this when the transport has closed. May be called at any time and more than once. */
  closed(): void;
}

/**
 * A read costs this part of a frame at least, so that single octets and endless heart-beats count towards the same rate
 * limit as frames.
 */
const READ_COST = 1 / 16;

/** The maximum number of calls of `onSubscribe` for a new subscription, if broadcasts arrive before its result. */
const MAX_STATE_READS = 3;

/** One connection: octets in, frames out. No input makes it throw. */
export class Session<Context> extends Link implements OpenConnection<Context>, FrameSink {
  readonly context: Context;
  readonly #host: BrokerHost<Context>;
  readonly #parser: FrameParser;
  readonly #rate: TokenBucket;
  readonly #queue: WorkQueue;
  readonly #subscriptions: Subscriptions;
  readonly #operations: Operations<Context>;
  /** Whether the last frame has arrived: DISCONNECT, or invalid input. */
  #closing = false;

  constructor(outbound: Outbound, context: Context, host: BrokerHost<Context>) {
    super(outbound, host);
    this.context = context;
    this.#host = host;
    this.#parser = new FrameParser(host.limits);
    this.#rate = new TokenBucket(host.limits.framesPerSecond, host.limits.frameBurst, host.now);
    this.#queue = new WorkQueue(host.limits);
    this.#subscriptions = new Subscriptions(host.limits.maxSubscriptions);
    this.#operations = new Operations(host.hooks, this, host.limits);
  }

  receive(data: Uint8Array | string, kind: MessageKind = 'text'): void {
    if (this.ended) return;
    const isText = typeof data === 'string';
    const bytes = isText ? encodeUtf8(data) : data;
    this.received(bytes, isText ? 'text' : kind);
    if (this.#closing) return;
    try {
      // A large read costs as much as the largest frames that it could hold: line ends between frames are no frames.
      this.#charge(Math.max(READ_COST, bytes.length / this.limits.maxFrameBytes));
      this.#parser.push(bytes, this);
    } catch (error) {
      const { receipt } = this.#parser;
      this.#closing = true;
      // The earlier frames are answered first.
      this.#queue.add(() => this.refuse(error, receipt), 0);
    }
  }

  /** Queues a frame from the parser and returns whether parsing continues. */
  frame(frame: Frame): boolean {
    const receipt = isConnect(frame) ? undefined : frame.headers.get('receipt');
    try {
      const bytes = heldBytes(frame);
      this.#charge(1);
      this.#queue.admit(bytes);
      this.#closing = frame.command === 'DISCONNECT';
      this.#queue.add(() => this.#process(frame, receipt), bytes);
    } catch (error) {
      // The client exceeded a limit, so its earlier frames are not awaited.
      this.refuse(error, receipt);
    }
    return !this.ended && !this.#closing;
  }

  send(destination: string, message: OutgoingMessage): number {
    const broadcast = this.broadcast(message);
    let sent = 0;
    for (const subscription of this.#subscriptions.all()) {
      if (subscription.destination !== destination || !subscription.active) continue;
      if (subscription.write(broadcast, broadcast.frameFor(subscription))) sent += 1;
    }
    return sent;
  }

  broadcast(message: OutgoingMessage): Broadcast {
    return this.#host.broadcast(message);
  }

  protected override release(reason: CloseReason): void {
    const { hooks } = this.#host;
    const left = [...this.#subscriptions.all()].filter((subscription) => this.#leave(subscription));
    this.#subscriptions.clear();
    this.#queue.clear();
    this.#operations.abortAll();
    this.#host.sessions.delete(this);
    const failed = (error: unknown): void => this.report(error);
    for (const subscription of left) void settle(() => hooks.onUnsubscribe?.(subscription, this), failed);
    void settle(() => hooks.onClose?.(reason, this), failed);
  }

  protected override report(error: unknown): void {
    this.#host.hooks.onError(error);
  }

  #charge(cost: number): void {
    if (this.#rate.take(cost, this.#host.now)) return;
    throw new StompError('rate.exceeded', `At most ${this.limits.framesPerSecond} frames a second may be sent.`);
  }

  /** Handles a frame, then sends its RECEIPT or ERROR (STOMP 1.2, "RECEIPT"). Never throws, never rejects. */
  #process(frame: Frame, receipt: string | undefined): MaybePromise<void> {
    if (this.ended) return;
    const done = (): void => {
      if (receipt !== undefined) this.#writeFrame('RECEIPT', new Map([['receipt-id', receipt]]));
      if (frame.command === 'DISCONNECT') this.finish();
    };
    return settle(
      () => andThen(this.#handle(frame), done),
      (error) => this.refuse(error, receipt),
    );
  }

  #writeFrame(command: 'CONNECTED' | 'RECEIPT', headers: Headers): void {
    if (this.version !== undefined) this.write(serializeFrame({ command, headers }, this.version));
  }

  #handle(frame: Frame): MaybePromise<void> {
    if (isConnect(frame)) return this.#connect(frame);
    const { version } = this;
    if (version === undefined) {
      throw new StompError('connect.expected', 'The first frame must be CONNECT or STOMP.');
    }
    switch (frame.command) {
      case 'SEND':
        return this.#handleSend(frame);
      case 'SUBSCRIBE':
        return this.#subscribe(frame, version);
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(frame, version);
      case 'ACK':
        return this.#acknowledgement(frame, version, 'ack');
      case 'NACK':
        // 1.0 has no NACK.
        if (version === '1.0') break;
        return this.#acknowledgement(frame, version, 'nack');
      case 'BEGIN':
        return this.#operations.begin(frame);
      case 'COMMIT':
        return this.#operations.commit(frame);
      case 'ABORT':
        this.#operations.abort(frame);
        return;
      case 'DISCONNECT':
        return;
    }
    throw new StompError('frame.unknown_command', `${frame.command} is no client command of STOMP ${version}.`);
  }

  /** STOMP is handled in the same manner as CONNECT (STOMP 1.2, "CONNECT or STOMP Frame"). */
  #connect(frame: Frame): MaybePromise<void> {
    if (this.version !== undefined) throw new StompError('connect.repeated', 'A connection is made once only.');
    const { heartBeat, hooks, requireHost, serverName } = this.#host;
    const terms = negotiate(frame.headers, heartBeat, requireHost);
    // The parser applies the rules of this version from the next octet on.
    this.version = terms.version;
    this.#parser.version = terms.version;
    return andThen(hooks.authorizeConnect?.(frame.headers, this), (result) => {
      if (result?.ok === false) throw new StompError('connect.refused', result.message);
      this.startHeartBeats(terms.heartBeats);
      const headers = new Map([
        ['version', terms.version],
        ['session', this.#host.newSessionId()],
        ['server', serverName],
      ]);
      if (terms.version !== '1.0') headers.set('heart-beat', `${heartBeat.sends},${heartBeat.wants}`);
      this.#writeFrame('CONNECTED', headers);
    });
  }

  #handleSend(frame: Frame): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    return andThen(this.#host.hooks.authorizeSend(destination, this), (result) => {
      if (!result.ok) throw new StompError('send.refused', result.message);
      const message: IncomingMessage = { destination, headers: frame.headers, body: frame.body };
      return this.#operations.run(frame, { kind: 'send', message });
    });
  }

  #subscribe(frame: Frame, version: Version): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    // 1.0 allows subscriptions without an id (STOMP 1.0, "SUBSCRIBE").
    const id = version === '1.0' ? frame.headers.get('id') : requiredHeader(frame, 'id');
    const terms = { version, id, destination, ack: readAckMode(frame, version) };
    const { hooks, topics } = this.#host;
    const topicKey = hooks.topicKey?.(destination) ?? destination;
    const subscription = new ClientSubscription(terms, topicKey, this, this.limits.maxPendingAcks);
    this.#subscriptions.add(subscription);
    return andThen(hooks.authorizeSubscribe(destination, this), (result) => {
      if (!result.ok) throw new StompError('subscription.refused', result.message);
      // The connection may have ended meanwhile.
      if (this.ended) return;
      topics.join(subscription);
      return this.#sendState(subscription, 1);
    });
  }

  /** Sends the current state to a new subscription. Reads it again if a broadcast came first, as it may then be stale. */
  #sendState(subscription: ClientSubscription, attempt: number): MaybePromise<void> {
    const { hooks } = this.#host;
    if (hooks.onSubscribe === undefined) return;
    const seen = subscription.delivered;
    return andThen(hooks.onSubscribe(subscription, this), (message) => {
      if (message === undefined) return;
      if (subscription.delivered === seen) subscription.deliver(message);
      else if (attempt < MAX_STATE_READS) return this.#sendState(subscription, attempt + 1);
    });
  }

  #unsubscribe(frame: Frame, version: Version): MaybePromise<void> {
    const ended = this.#subscriptions.remove(frame, version).filter((subscription) => this.#leave(subscription));
    return forEachInTurn(ended, (subscription) => this.#host.hooks.onUnsubscribe?.(subscription, this));
  }

  /** Removes a subscription from its topic and returns whether it was active. */
  #leave(subscription: ClientSubscription): boolean {
    const { active } = subscription;
    this.#host.topics.leave(subscription);
    return active;
  }

  #acknowledgement(frame: Frame, version: Version, kind: 'ack' | 'nack'): MaybePromise<void> {
    return this.#operations.run(frame, { kind, pending: this.#subscriptions.pending(frame, version) });
  }
}

function isConnect(frame: Frame): boolean {
  return frame.command === 'CONNECT' || frame.command === 'STOMP';
}
