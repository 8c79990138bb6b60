import { StompError } from './errors.ts';
import type { Frame, Headers, Version } from './frame.ts';
import type { BrokerHooks, Connection, IncomingMessage, MaybePromise, OutgoingMessage } from './hooks.ts';
import { andThen, isPromise } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import type { Clock, Outbound } from './link.ts';
import { Link } from './link.ts';
import { Broadcast } from './message.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { negotiate } from './negotiation.ts';
import type { FrameSink } from './parser.ts';
import { FrameParser } from './parser.ts';
import { TokenBucket } from './rate.ts';
import { serializeFrame } from './serializer.ts';
import { readAckMode, Subscription } from './subscription.ts';
import { requiredHeader, Subscriptions } from './subscriptions.ts';
import type { Topics } from './topics.ts';
import type { Step } from './transactions.ts';
import { Transactions } from './transactions.ts';

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

/**
 * A read costs this part of a frame, so that octets trickled one by one, or an endless row of heart-beats, are
 * bounded by the same rate as frames.
 */
const READ_COST = 1 / 16;

/** How often the present state is read again for a new subscription when a broadcast overtakes the read. */
const MAX_GREETINGS = 3;

/** One connection: octets in, frames out. Nothing it is given makes it throw. */
export class Session<Context> extends Link implements Connection<Context>, FrameSink {
  readonly context: Context;
  readonly #host: SessionHost<Context>;
  readonly #parser: FrameParser;
  readonly #rate: TokenBucket;
  readonly #subscriptions: Subscriptions;
  #transactions: Transactions | undefined;
  #operations = 0;

  constructor(outbound: Outbound, context: Context, host: SessionHost<Context>) {
    super(outbound, host.limits, host);
    this.context = context;
    this.#host = host;
    this.#parser = new FrameParser(host.limits);
    this.#rate = new TokenBucket(host.limits.framesPerSecond, host.limits.frameBurst, host.now);
    this.#subscriptions = new Subscriptions(host.limits.maxSubscriptions);
  }

  /** Takes octets of the client's stream, split in any way. */
  receive(bytes: Uint8Array): void {
    if (this.ended) return;
    this.heard();
    try {
      this.#charge(READ_COST);
      this.#parser.push(bytes, this);
    } catch (error) {
      this.refuse(error, this.#parser.receipt);
    }
  }

  /** Takes a whole frame from the parser; answers whether the connection goes on. */
  frame(frame: Frame): boolean {
    const receipt = isConnect(frame) ? undefined : frame.headers.get('receipt');
    try {
      this.#charge(1);
      if (this.#operations >= this.limits.maxOperations) {
        throw new StompError('operations.limit', `At most ${this.limits.maxOperations} frames may be in progress.`);
      }
      const outcome = this.#handle(frame);
      if (isPromise(outcome)) this.#settleLater(outcome, receipt);
      else this.#acknowledge(receipt);
      if (frame.command === 'DISCONNECT') this.finish();
    } catch (error) {
      this.refuse(error, receipt);
    }
    return !this.ended;
  }

  tell(destination: string, message: OutgoingMessage): number {
    const broadcast = new Broadcast(this.#host.nextMessageId(), message);
    let told = 0;
    for (const subscription of this.#subscriptions.all()) {
      if (subscription.destination !== destination || !subscription.joined) continue;
      if (subscription.deliver(broadcast.id, broadcast.frameFor(subscription))) told += 1;
    }
    return told;
  }

  protected override release(): void {
    for (const subscription of this.#subscriptions.all()) this.#host.topics.leave(subscription);
    this.#subscriptions.clear();
    // A lost connection aborts what it had begun (STOMP 1.2, "BEGIN").
    this.#transactions = undefined;
    this.#host.forget(this);
  }

  protected override report(error: unknown): void {
    this.#host.hooks.onError(error);
  }

  protected override refused(problem: StompError): void {
    this.#host.hooks.onRefusal?.(problem.code, this);
  }

  #charge(cost: number): void {
    if (this.#rate.take(cost, this.#host.now)) return;
    throw new StompError('rate.exceeded', `At most ${this.limits.framesPerSecond} frames a second may be sent.`);
  }

  #settleLater(outcome: Promise<void>, receipt: string | undefined): void {
    this.#operations += 1;
    outcome.then(
      () => {
        this.#operations -= 1;
        this.#acknowledge(receipt);
      },
      (error: unknown) => {
        this.#operations -= 1;
        this.refuse(error, receipt);
      },
    );
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
        return this.#settle(frame, version);
      case 'NACK':
        // 1.0 has no NACK.
        if (version === '1.0') break;
        return this.#settle(frame, version);
      case 'BEGIN':
        this.#transactions ??= new Transactions(this.limits);
        return this.#transactions.begin(requiredHeader(frame, 'transaction'));
      case 'COMMIT':
        return this.#run(this.#endTransaction(frame), 0);
      case 'ABORT':
        this.#endTransaction(frame);
        return;
      case 'DISCONNECT':
        return;
    }
    throw new StompError('frame.unknown_command', `${frame.command} is no client command of STOMP ${version}.`);
  }

  /** STOMP is handled in the same manner as CONNECT (STOMP 1.2, "CONNECT or STOMP Frame"). */
  #connect(frame: Frame): void {
    if (this.version !== undefined) throw new StompError('connect.repeated', 'A connection is made once only.');
    const { heartBeat, requireHost, serverName } = this.#host;
    const terms = negotiate(frame.headers, heartBeat, requireHost);
    this.version = terms.version;
    this.#parser.version = terms.version;
    this.startHeartBeats(terms.heartBeats);
    const headers = new Map([
      ['version', terms.version],
      ['session', this.#host.newSessionId()],
      ['server', serverName],
    ]);
    if (terms.version !== '1.0') headers.set('heart-beat', `${heartBeat.sends},${heartBeat.wants}`);
    this.#writeFrame('CONNECTED', headers);
  }

  #send(frame: Frame): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    const verdict = this.#host.hooks.authorizeSend(destination, this);
    if (!verdict.ok) throw new StompError('send.refused', verdict.message);
    const message: IncomingMessage = { destination, headers: frame.headers, body: frame.body };
    return this.#runOrBind(frame, { kind: 'send', message });
  }

  #subscribe(frame: Frame, version: Version): MaybePromise<void> {
    const destination = requiredHeader(frame, 'destination');
    // 1.0 knows subscriptions without an id (STOMP 1.0, "SUBSCRIBE").
    const id = version === '1.0' ? frame.headers.get('id') : requiredHeader(frame, 'id');
    const terms = { version, id, destination, ack: readAckMode(frame, version) };
    const { hooks, topics } = this.#host;
    const topicKey = hooks.topicKey?.(destination) ?? destination;
    const subscription = new Subscription(terms, topicKey, this, this.limits.maxPendingAcks);
    this.#subscriptions.add(subscription);
    return andThen(hooks.authorizeSubscribe(destination, this), (verdict) => {
      if (!verdict.ok) throw new StompError('subscription.refused', verdict.message);
      // Gone meanwhile, by UNSUBSCRIBE or with the connection.
      if (!this.#subscriptions.has(subscription)) return;
      topics.join(subscription);
      return this.#greet(subscription, 1);
    });
  }

  /** Tells a new subscription the present state, read again if a broadcast came first: old news never follows new. */
  #greet(subscription: Subscription, attempt: number): MaybePromise<void> {
    const { hooks } = this.#host;
    if (hooks.onSubscribe === undefined) return;
    const seen = subscription.delivered;
    return andThen(hooks.onSubscribe(subscription.destination, this), (message) => {
      if (message === undefined || !subscription.joined) return;
      if (subscription.delivered !== seen) {
        return attempt < MAX_GREETINGS ? this.#greet(subscription, attempt + 1) : undefined;
      }
      const broadcast = new Broadcast(this.#host.nextMessageId(), message);
      subscription.deliver(broadcast.id, broadcast.frameFor(subscription));
    });
  }

  #unsubscribe(frame: Frame, version: Version): void {
    for (const subscription of this.#subscriptions.remove(frame, version)) this.#host.topics.leave(subscription);
  }

  #settle(frame: Frame, version: Version): MaybePromise<void> {
    return this.#runOrBind(frame, { kind: 'settle', pending: this.#subscriptions.pending(frame, version) });
  }

  /** Does a step now, or at the COMMIT of the transaction it names (STOMP 1.2, "BEGIN"). */
  #runOrBind(frame: Frame, step: Step): MaybePromise<void> {
    const transaction = frame.headers.get('transaction');
    if (transaction === undefined) return this.#run([step], 0);
    this.#transactions ??= new Transactions(this.limits);
    this.#transactions.add(transaction, step);
  }

  #endTransaction(frame: Frame): readonly Step[] {
    this.#transactions ??= new Transactions(this.limits);
    return this.#transactions.end(requiredHeader(frame, 'transaction'));
  }

  /** Does steps one after another, from an index on; the first that fails ends it. */
  #run(steps: readonly Step[], from: number): MaybePromise<void> {
    for (const [index, step] of steps.entries()) {
      if (index < from) continue;
      if (step.kind === 'settle') {
        step.pending.subscription.settle(step.pending.messageId);
        continue;
      }
      const outcome = this.#host.hooks.onSend(step.message, this);
      if (isPromise(outcome)) return outcome.then(() => this.#run(steps, index + 1));
    }
  }
}

function isConnect(frame: Frame): boolean {
  return frame.command === 'CONNECT' || frame.command === 'STOMP';
}
