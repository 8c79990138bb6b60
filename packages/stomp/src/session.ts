import { encodeUtf8 } from './bytes.ts';
import { StompError } from './errors.ts';
import type { Frame, Headers, Version } from './frame.ts';
import { heldBytes } from './frame.ts';
import type { BrokerHooks, CloseReason, Connection, IncomingMessage, MaybePromise, OutgoingMessage } from './hooks.ts';
import { andThen, forEachInTurn, isPromise } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import type { Clock, MessageKind, Outbound } from './link.ts';
import { Link } from './link.ts';
import { Broadcast } from './message.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { negotiate } from './negotiation.ts';
import { Operations } from './operations.ts';
import type { FrameSink } from './parser.ts';
import { FrameParser } from './parser.ts';
import { WorkQueue } from './queue.ts';
import { TokenBucket } from './rate.ts';
import { serializeFrame } from './serializer.ts';
import { ClientSubscription, readAckMode } from './subscription.ts';
import { requiredHeader, Subscriptions } from './subscriptions.ts';
import type { Topics } from './topics.ts';

/** What a session needs of its broker. */
export interface SessionHost<Context> extends Clock {
  readonly limits: ConnectionLimits;
  readonly hooks: BrokerHooks<Context>;
  readonly topics: Topics;
  readonly heartBeat: HeartBeatOffer;
  readonly requireHost: boolean;
  readonly serverName: string;
  newSessionId(): string;
  nextMessageId(): string;
  forget(session: Session<Context>): void;
}

/** An open connection, as the caller's transport drives it. */
export interface OpenConnection<Context> extends Connection<Context> {
  /** Whether it is over; what is received afterwards is ignored. */
  readonly ended: boolean;
  /**
   * Takes octets of the client's stream, split in any way. Never throws.
   * @param kind that of the WebSocket message they came in; a text is always `text`
   */
  receive(data: Uint8Array | string, kind?: MessageKind): void;
  /** Ends the connection with an ERROR frame, for what only the transport can see: a message too large for it, say. */
  refuse(problem: StompError): void;
  /** The transport is gone. May be called at any time, also twice. */
  closed(): void;
}

/**
 * A read costs this part of a frame, so that octets trickled one by one, or an endless row of heart-beats, are
 * bounded by the same rate as frames.
 */
const READ_COST = 1 / 16;

/** How often the present state is read again for a new subscription when a broadcast overtakes the read. */
const MAX_GREETINGS = 3;

/** One connection: octets in, frames out. Nothing it is given makes it throw. */
export class Session<Context> extends Link implements OpenConnection<Context>, FrameSink {
  readonly context: Context;
  readonly #host: SessionHost<Context>;
  readonly #parser: FrameParser;
  readonly #rate: TokenBucket;
  readonly #queue: WorkQueue;
  readonly #subscriptions: Subscriptions;
  readonly #operations: Operations<Context>;
  /** Whether its last frame has arrived: DISCONNECT, or something that can't be read. */
  #closing = false;

  constructor(outbound: Outbound, context: Context, host: SessionHost<Context>) {
    super(outbound, host.limits, host);
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
    this.heard(bytes, isText ? 'text' : kind);
    try {
      this.#charge(READ_COST);
      if (!this.#closing) this.#parser.push(bytes, this);
    } catch (error) {
      const { receipt } = this.#parser;
      this.#closing = true;
      // The frames before it are answered first.
      this.#queue.add(() => this.refuse(error, receipt), 0);
    }
  }

  /** Takes a whole frame from the parser; answers whether the connection goes on. */
  frame(frame: Frame): boolean {
    const receipt = isConnect(frame) ? undefined : frame.headers.get('receipt');
    try {
      const bytes = heldBytes(frame);
      this.#charge(1);
      this.#queue.admit(bytes);
      this.#closing = frame.command === 'DISCONNECT';
      this.#queue.add(() => this.#process(frame, receipt), bytes);
    } catch (error) {
      // More than it may send: what it sent before is not waited for.
      this.refuse(error, receipt);
    }
    return !this.ended && !this.#closing;
  }

  tell(destination: string, message: OutgoingMessage): number {
    const broadcast = new Broadcast(this.#host.nextMessageId(), message);
    let told = 0;
    for (const subscription of this.#subscriptions.all()) {
      if (subscription.destination !== destination || !subscription.active) continue;
      if (subscription.write(broadcast, broadcast.frameFor(subscription))) told += 1;
    }
    return told;
  }

  nextMessageId(): string {
    return this.#host.nextMessageId();
  }

  protected override release(reason: CloseReason): void {
    const { hooks } = this.#host;
    const left = [...this.#subscriptions.all()].filter((subscription) => this.#leave(subscription));
    this.#subscriptions.clear();
    this.#queue.clear();
    this.#operations.abortAll();
    this.#host.forget(this);
    for (const subscription of left) this.#attempt(() => hooks.onUnsubscribe?.(subscription, this));
    this.#attempt(() => hooks.onClose?.(reason, this));
  }

  protected override report(error: unknown): void {
    this.#host.hooks.onError(error);
  }

  /** Calls a hook whose failure can't be told to the client any more. */
  #attempt(hook: () => MaybePromise<void>): void {
    const failed = (error: unknown): void => this.report(error);
    try {
      const outcome = hook();
      if (isPromise(outcome)) outcome.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }

  #charge(cost: number): void {
    if (this.#rate.take(cost, this.#host.now)) return;
    throw new StompError('rate.exceeded', `At most ${this.limits.framesPerSecond} frames a second may be sent.`);
  }

  /** Handles a frame and answers it. Never throws, never rejects. */
  #process(frame: Frame, receipt: string | undefined): MaybePromise<void> {
    if (this.ended) return;
    const done = (): void => {
      this.#acknowledge(receipt);
      if (frame.command === 'DISCONNECT') this.finish();
    };
    const failed = (error: unknown): void => this.refuse(error, receipt);
    try {
      const outcome = this.#handle(frame);
      if (isPromise(outcome)) return outcome.then(done, failed);
      done();
    } catch (error) {
      failed(error);
    }
  }

  /** A RECEIPT says that the frame was processed (STOMP 1.2, "RECEIPT"). */
  #acknowledge(receipt: string | undefined): void {
    if (receipt !== undefined) this.#writeFrame('RECEIPT', new Map([['receipt-id', receipt]]));
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
        return this.#send(frame);
      case 'SUBSCRIBE':
        return this.#subscribe(frame, version);
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(frame, version);
      case 'ACK':
        return this.#settle(frame, version, 'ack');
      case 'NACK':
        // 1.0 has no NACK.
        if (version === '1.0') break;
        return this.#settle(frame, version, 'nack');
      case 'BEGIN':
        return this.#operations.begin(frame);
      case 'COMMIT':
        return this.#operations.commit(frame);
      case 'ABORT':
        return this.#operations.abort(frame);
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
    // The next octets are already read by the rules of this version.
    this.version = terms.version;
    this.#parser.version = terms.version;
    return andThen(hooks.authorizeConnect?.(frame.headers, this), (verdict) => {
      if (verdict?.ok === false) throw new StompError('connect.refused', verdict.message);
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

  #send(frame: Frame): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    return andThen(this.#host.hooks.authorizeSend(destination, this), (verdict) => {
      if (!verdict.ok) throw new StompError('send.refused', verdict.message);
      const message: IncomingMessage = { destination, headers: frame.headers, body: frame.body };
      return this.#operations.run(frame, { kind: 'send', message });
    });
  }

  #subscribe(frame: Frame, version: Version): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    // 1.0 knows subscriptions without an id (STOMP 1.0, "SUBSCRIBE").
    const id = version === '1.0' ? frame.headers.get('id') : requiredHeader(frame, 'id');
    const terms = { version, id, destination, ack: readAckMode(frame, version) };
    const { hooks, topics } = this.#host;
    const topicKey = hooks.topicKey?.(destination) ?? destination;
    const subscription = new ClientSubscription(terms, topicKey, this, this.limits.maxPendingAcks);
    this.#subscriptions.add(subscription);
    return andThen(hooks.authorizeSubscribe(destination, this), (verdict) => {
      if (!verdict.ok) throw new StompError('subscription.refused', verdict.message);
      // The connection may have ended meanwhile.
      if (this.ended) return;
      topics.join(subscription);
      return this.#greet(subscription, 1);
    });
  }

  /** Tells a new subscription the present state, read again if a broadcast came first: old news never follows new. */
  #greet(subscription: ClientSubscription, attempt: number): MaybePromise<void> {
    const { hooks } = this.#host;
    if (hooks.onSubscribe === undefined) return;
    const seen = subscription.delivered;
    return andThen(hooks.onSubscribe(subscription, this), (message) => {
      if (message === undefined) return;
      if (subscription.delivered === seen) subscription.deliver(message);
      else if (attempt < MAX_GREETINGS) return this.#greet(subscription, attempt + 1);
    });
  }

  #unsubscribe(frame: Frame, version: Version): MaybePromise<void> {
    const ended = this.#subscriptions.remove(frame, version).filter((subscription) => this.#leave(subscription));
    return forEachInTurn(ended, (subscription) => this.#host.hooks.onUnsubscribe?.(subscription, this));
  }

  /** Takes a subscription out of its topic; answers whether it was in it. */
  #leave(subscription: ClientSubscription): boolean {
    const { active } = subscription;
    this.#host.topics.leave(subscription);
    return active;
  }

  #settle(frame: Frame, version: Version, kind: 'ack' | 'nack'): MaybePromise<void> {
    return this.#operations.run(frame, { kind, pending: this.#subscriptions.pending(frame, version) });
  }
}

function isConnect(frame: Frame): boolean {
  return frame.command === 'CONNECT' || frame.command === 'STOMP';
}
