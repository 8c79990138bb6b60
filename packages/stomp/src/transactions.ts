import { StompError } from './errors.ts';
import { heldBytes } from './frame.ts';
import type { IncomingMessage } from './hooks.ts';
import type { PendingMessage } from './subscriptions.ts';

/** A SEND, ACK or NACK to run at once or at the COMMIT of its transaction. */
export type Step =
  | { readonly kind: 'send'; readonly message: IncomingMessage }
  | { readonly kind: 'ack' | 'nack'; readonly pending: PendingMessage | undefined };

export interface TransactionLimits {
  readonly maxTransactions: number;
  readonly maxTransactionFrames: number;
  readonly maxTransactionBytes: number;
}

interface Transaction {
  readonly steps: Step[];
  bytes: number;
}

/** The open transactions of one connection (STOMP 1.2, "BEGIN", "COMMIT", "ABORT"). The limits apply to their sum. */
export class Transactions {
  readonly #limits: TransactionLimits;
  readonly #open = new Map<string, Transaction>();

  constructor(limits: TransactionLimits) {
    this.#limits = limits;
  }

  /** Throws `transaction.exists` or `transaction.limit`. */
  begin(id: string): void {
    if (this.#open.has(id)) {
      throw new StompError('transaction.exists', 'Different transactions of a connection must have different ids.');
    }
    if (this.#open.size >= this.#limits.maxTransactions) {
      throw new StompError('transaction.limit', `At most ${this.#limits.maxTransactions} transactions may be open.`);
    }
    this.#open.set(id, { steps: [], bytes: 0 });
  }

  /** Adds a step to an open transaction. Throws `transaction.unknown` or `transaction.limit`. */
  add(id: string, step: Step): void {
    const transaction = this.#find(id);
    const bytes = sizeOf(step);
    let heldFrames = 1;
    let heldBytes = bytes;
    for (const open of this.#open.values()) {
      heldFrames += open.steps.length;
      heldBytes += open.bytes;
    }
    const { maxTransactionFrames, maxTransactionBytes } = this.#limits;
    if (heldFrames > maxTransactionFrames || heldBytes > maxTransactionBytes) {
      const most = `${maxTransactionFrames} frames of ${maxTransactionBytes} octets`;
      throw new StompError('transaction.limit', `Open transactions may hold at most ${most} together.`);
    }
    transaction.steps.push(step);
    transaction.bytes += bytes;
  }

  /** Closes a transaction at COMMIT or ABORT and returns its steps. Throws `transaction.unknown`. */
  end(id: string): readonly Step[] {
    const { steps } = this.#find(id);
    this.#open.delete(id);
    return steps;
  }

  #find(id: string): Transaction {
    const transaction = this.#open.get(id);
    if (transaction === undefined) throw new StompError('transaction.unknown', 'There is no such open transaction.');
    return transaction;
  }
}

function sizeOf(step: Step): number {
  return step.kind === 'send' ? heldBytes(step.message) : (step.pending?.messageId.length ?? 0);
}
