import { StompError } from './errors.ts';
import type { Frame } from './frame.ts';
import { heldBytes } from './frame.ts';
import type { BrokerHooks, Connection, IncomingMessage, MaybePromise } from './hooks.ts';
import { andThen } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';
import type { ClientSubscription } from './subscription.ts';
import type { PendingMessage } from './subscriptions.ts';
import { requiredHeader } from './subscriptions.ts';

/** A SEND, ACK or NACK to run at once or at the COMMIT of its transaction. */
type Step =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | { readonly kind: 'ack' | 'nack'; readonly pending: PendingMessage | undefined };

/** The operation that a step amounts to when it runs: an `Operation` of the hooks. */
type Due =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | {
      readonly kind: 'ack' | 'nack';
      readonly acknowledgement: { readonly subscription: ClientSubscription; readonly messageIds: readonly string[] };
    };

interface Transaction {
  readonly steps: Step[];
  bytes: number;
}

/** Runs SEND, ACK and NACK of one connection, at once or at the COMMIT of their transaction (STOMP 1.2, "BEGIN"). */
export class Operations<Context> {
  readonly #hooks: BrokerHooks<Context>;
  readonly #connection: Connection<Context>;
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, Transaction>();

  constructor(hooks: BrokerHooks<Context>, connection: Connection<Context>, limits: ConnectionLimits) {
    this.#hooks = hooks;
    this.#connection = connection;
    this.#limits = limits;
  }

  begin(frame: Frame): void {
    const id = requiredHeader(frame, 'transaction');
    if (this.#hooks.onCommit === undefined) {
      throw new StompError('transaction.refused', 'This server takes frames one by one, without transactions.');
    }
    if (this.#open.has(id)) {
      throw new StompError('transaction.exists', 'Different transactions of a connection must have different ids.');
    }
    if (this.#open.size >= this.#limits.maxTransactions) {
      throw new StompError('transaction.limit', `At most ${this.#limits.maxTransactions} transactions may be open.`);
    }
    this.#open.set(id, { steps: [], bytes: 0 });
  }

  /** Passes the whole transaction to the hook. Messages count as acknowledged once the hook has succeeded. */
  commit(frame: Frame): MaybePromise<void> {
    const due = dueOf(this.abort(frame));
    if (due.length === 0) return;
    return andThen(this.#hooks.onCommit?.(due, this.#connection), () => due.forEach(acknowledge));
  }

  /** Closes a transaction and returns its steps. */
  abort(frame: Frame): readonly Step[] {
    const id = requiredHeader(frame, 'transaction');
    const { steps } = this.#find(id);
    this.#open.delete(id);
    return steps;
  }

  /** Aborts all open transactions of a lost connection. */
  abortAll(): void {
    this.#open.clear();
  }

  /** Runs a step now, or at the COMMIT of the frame's transaction. */
  run(frame: Frame, step: Step): MaybePromise<void> {
    const transaction = frame.headers.get('transaction');
    if (transaction !== undefined) return this.#add(this.#find(transaction), step);
    const [due] = dueOf([step]);
    if (due !== undefined) return andThen(this.#do(due), () => acknowledge(due));
  }

  /** The limits apply to the sum of all open transactions. */
  #add(transaction: Transaction, step: Step): void {
    const bytes = step.kind === 'send' ? heldBytes(step.message) : (step.pending?.messageId.length ?? 0);
    let [allFrames, allBytes] = [1, bytes];
    for (const open of this.#open.values()) {
      allFrames += open.steps.length;
      allBytes += open.bytes;
    }
    const { maxTransactionFrames, maxTransactionBytes } = this.#limits;
    if (allFrames > maxTransactionFrames || allBytes > maxTransactionBytes) {
      const most = `${maxTransactionFrames} frames of ${maxTransactionBytes} octets`;
      throw new StompError('transaction.limit', `Open transactions may hold at most ${most} together.`);
    }
    transaction.steps.push(step);
    transaction.bytes += bytes;
  }

  #find(id: string): Transaction {
    const transaction = this.#open.get(id);
    if (transaction === undefined) throw new StompError('transaction.unknown', 'There is no such open transaction.');
    return transaction;
  }

  #do(due: Due): MaybePromise<void> {
    if (due.kind === 'send') return this.#hooks.onSend(due.message, this.#connection);
    if (due.kind === 'ack') return this.#hooks.onAck?.(due.acknowledgement, this.#connection);
    return this.#hooks.onNack?.(due.acknowledgement, this.#connection);
  }
}

/**
 * The operations that steps amount to now. The first step that covers a message acknowledges it; a step whose message is
 * no longer pending is skipped.
 */
function dueOf(steps: readonly Step[]): Due[] {
  const due: Due[] = [];
  const covered = new Map<ClientSubscription, Set<string>>();
  for (const step of steps) {
    if (step.kind === 'send') {
      due.push(step);
      continue;
    }
    if (step.pending === undefined) continue;
    const { subscription, messageId } = step.pending;
    const before = covered.get(subscription) ?? new Set();
    const messageIds = subscription.covers(messageId).filter((id) => !before.has(id));
    covered.set(subscription, new Set([...before, ...messageIds]));
    if (messageIds.length > 0) due.push({ kind: step.kind, acknowledgement: { subscription, messageIds } });
  }
  return due;
}

function acknowledge(due: Due): void {
  if (due.kind !== 'send') due.acknowledgement.subscription.acknowledge(due.acknowledgement.messageIds);
}
