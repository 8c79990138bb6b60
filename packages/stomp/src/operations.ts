import { StompError } from './errors.ts';
import type { Frame } from './frame.ts';
import type { BrokerHooks, Connection, IncomingMessage, MaybePromise } from './hooks.ts';
import { andThen } from './hooks.ts';
import type { ClientSubscription } from './subscription.ts';
import { requiredHeader } from './subscriptions.ts';
import type { Step, TransactionLimits } from './transactions.ts';
import { Transactions } from './transactions.ts';

/** The operation that a step amounts to when it runs: an `Operation` of the hooks. */
type Due =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | {
      readonly kind: 'ack' | 'nack';
      readonly acknowledgement: { readonly subscription: ClientSubscription; readonly messageIds: readonly string[] };
    };

/** Runs SEND, ACK and NACK of one connection, at once or at the COMMIT of their transaction. */
export class Operations<Context> {
  readonly #hooks: BrokerHooks<Context>;
  readonly #connection: Connection<Context>;
  readonly #limits: TransactionLimits;
  #transactions: Transactions | undefined;

  constructor(hooks: BrokerHooks<Context>, connection: Connection<Context>, limits: TransactionLimits) {
    this.#hooks = hooks;
    this.#connection = connection;
    this.#limits = limits;
  }

  /** Throws `transaction.refused`, `transaction.exists` or `transaction.limit`. */
  begin(frame: Frame): void {
    const id = requiredHeader(frame, 'transaction');
    if (this.#hooks.onCommit === undefined) {
      throw new StompError('transaction.refused', 'This server takes frames one by one, without transactions.');
    }
    this.#open().begin(id);
  }

  /** Passes the whole transaction to the hook. Messages count as acknowledged once the hook has succeeded. */
  commit(frame: Frame): MaybePromise<void> {
    const due = dueOf(this.#open().end(requiredHeader(frame, 'transaction')));
    if (due.length === 0) return;
    return andThen(this.#hooks.onCommit?.(due, this.#connection), () => due.forEach(acknowledge));
  }

  abort(frame: Frame): void {
    this.#open().end(requiredHeader(frame, 'transaction'));
  }

  /** Aborts all open transactions of a lost connection (STOMP 1.2, "BEGIN"). */
  abortAll(): void {
    this.#transactions = undefined;
  }

  /** Runs a step now, or at the COMMIT of the frame's transaction (STOMP 1.2, "BEGIN"). */
  run(frame: Frame, step: Step): MaybePromise<void> {
    const transaction = frame.headers.get('transaction');
    if (transaction !== undefined) return this.#open().add(transaction, step);
    const [due] = dueOf([step]);
    if (due !== undefined) return andThen(this.#do(due), () => acknowledge(due));
  }

  #do(due: Due): MaybePromise<void> {
    if (due.kind === 'send') return this.#hooks.onSend(due.message, this.#connection);
    if (due.kind === 'ack') return this.#hooks.onAck?.(due.acknowledgement, this.#connection);
    return this.#hooks.onNack?.(due.acknowledgement, this.#connection);
  }

  #open(): Transactions {
    this.#transactions ??= new Transactions(this.#limits);
    return this.#transactions;
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
